import { access } from 'node:fs/promises';

/** Whether a path exists and may be used as `mode` says (a constant of node:fs; default: existence alone). */
export function isAccessible(file: string, mode?: number): Promise<boolean> {
  return access(file, mode).then(
    () => true,
    () => false,
  );
}
