export const root: string;
export function say(text: string): void;
export function bin(name: string): string;
export function setUp(): Promise<void>;
