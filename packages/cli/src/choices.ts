/** Values that flags and settings have in common. */
export const AUTH_TYPES = ['openai', 'anthropic', 'gemini', 'vertex-ai', 'qwen-oauth'] as const;
export const APPROVAL_MODES = ['plan', 'default', 'auto-edit', 'yolo'] as const;
export const OUTPUT_FORMATS = ['text', 'json', 'stream-json'] as const;
export const INPUT_FORMATS = ['text', 'stream-json'] as const;

export type AuthTypeName = (typeof AUTH_TYPES)[number];
export type ApprovalModeName = (typeof APPROVAL_MODES)[number];
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];
export type InputFormat = (typeof INPUT_FORMATS)[number];
