/** Whether a parameter can be a path at all. */

/**
 * A message for the model, or `null` when the text may name a file. Line breaks and other control characters are never
 * meant, and would garble what people are shown.
 */
export function pathProblem(parameter: string, value: string | undefined): string | null {
  if (value === undefined) return null;
  return value.trim() === '' || /[\x00-\x1f\x7f]/.test(value) ? `"${parameter}" must be a path.` : null;
}
