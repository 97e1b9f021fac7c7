/** Settings of earlier releases that have no effect any more. */

let hasWarned = false;

/** Says once a process, on stderr, that `contextPercentageThreshold` is not read any more, whatever its value. */
export function warnOfRemovedSettings(chatCompression: object | undefined): void {
  const value = (chatCompression as { contextPercentageThreshold?: unknown } | undefined)?.contextPercentageThreshold;
  if (value === undefined || hasWarned) return;
  hasWarned = true;
  process.stderr.write(
    'chatCompression.contextPercentageThreshold has been removed and is now controlled by built-in thresholds.\n',
  );
}
