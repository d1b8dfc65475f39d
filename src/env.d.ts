/// <reference types="vite/client" />
declare const __APP_VERSION__: string;
/** `contentHash` of the contrast set that this build ships. */
declare const __CONTRAST_HASH__: string;
declare const __TFJS_VERSION__: string;
declare const __ML_MATRIX_VERSION__: string;
declare const __WINK_VERSION__: string;
declare const __TRANSFORMERS_VERSION__: string;
declare const __ORT_VERSION__: string;
declare const __ORT_WASM__: Record<'plain' | 'webgpu', { sha256: string; sizeBytes: number }>;
/** Hash of the code that a transformer's vectors depend on. */
declare const __ENCODER_VERSION__: string;
/** The module and all that it imports, as the text of one classic script. */
declare module '*?bundled' {
  const script: string;
  export default script;
}
