import { createHmac } from 'node:crypto';

/** The same in every simulator, so that a session goes on against another one. */
const KEY = 'model-simulator';

/** The signature the simulator gives a piece of reasoning. */
export function sign(content: string): string {
  return createHmac('sha256', KEY).update(content).digest('base64');
}

/** Whether a signature was given to exactly this content. */
export function isSignatureOf(signature: unknown, content: string): boolean {
  return signature === sign(content);
}
