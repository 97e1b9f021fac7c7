import type { Scenario } from '../reply.js';

/** Repeats what the user said last. */
export const echo: Scenario = (request) => ({ text: request.lastUserText || '(no text)' });
