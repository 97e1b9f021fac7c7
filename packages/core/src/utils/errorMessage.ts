/** What whatever was thrown says of itself. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
