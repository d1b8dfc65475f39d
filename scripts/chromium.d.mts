export const LAUNCH_ARGS: string[];
export const WEBGPU_ARGS: string[];
export function chromiumPath(): Promise<string>;
