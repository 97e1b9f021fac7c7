/** Numbers as people read them at a glance. */

/** `950`, `1.2K`, `98K`, `1.05M`. */
export function formatTokens(tokens: number): string {
  const value = Math.max(0, Math.round(tokens));
  if (value < 1_000) return String(value);
  if (value < 9_950) return `${trimZero((value / 1_000).toFixed(1))}K`;
  if (value < 999_500) return `${Math.round(value / 1_000)}K`;
  return `${trimZero((value / 1_000_000).toFixed(2))}M`;
}

/** `0.4s`, `12s`, `3m 05s`, `1h 02m`. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.max(0, milliseconds) / 1_000;
  if (seconds < 9.95) return `${trimZero(seconds.toFixed(1))}s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole}s`;
  const minutes = Math.floor(whole / 60);
  const twoDigits = (value: number): string => String(value).padStart(2, '0');
  if (minutes < 60) return `${minutes}m ${twoDigits(whole % 60)}s`;
  return `${Math.floor(minutes / 60)}h ${twoDigits(minutes % 60)}m`;
}

export function formatPercent(share: number): string {
  return `${Math.round(share * 100)}%`;
}

/** `window 33K, from max_model_len`. */
export function windowText(tokens: number, source: string): string {
  return `window ${formatTokens(tokens)}, from ${source}`;
}

/** A path below the person's home begins with `~`. */
export function shortPath(path: string, home: string | undefined): string {
  if (!home || !path.startsWith(home)) return path;
  const rest = path.slice(home.length);
  return rest === '' || rest.startsWith('/') || rest.startsWith('\\') ? `~${rest}` : path;
}

function trimZero(text: string): string {
  return text.replace(/\.?0+$/, '');
}
