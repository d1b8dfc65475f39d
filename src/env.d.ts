/// <reference types="vite/client" />
/// <reference types="vite-plugin-pwa/client" />
declare const __APP_VERSION__: string;
declare const __TFJS_VERSION__: string;
declare const __ML_MATRIX_VERSION__: string;
