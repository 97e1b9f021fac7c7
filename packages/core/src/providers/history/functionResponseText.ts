/** The text in a tool's result. */
import type { FunctionResponse } from '../../types.js';

/**
 * What the model reads of a result: `response.error`, `response.output`, or the whole response as JSON where it has
 * neither as a string (results of other programs). Empty when there is nothing.
 */
export function functionResponseText({ response }: FunctionResponse): { text: string; isError: boolean } {
  if (!response) return { text: '', isError: false };
  const { error, output } = response;
  if (typeof error === 'string') return { text: error, isError: true };
  if (typeof output === 'string') return { text: output, isError: false };
  return { text: Object.keys(response).length === 0 ? '' : JSON.stringify(response), isError: false };
}
