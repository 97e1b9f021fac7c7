/** Whether what the project's folder brings along takes effect: known, or asked. */
import type { Settings } from '../../settings/schema.js';
import { projectConfiguration } from '../../trust/projectConfiguration.js';
import { folderTrust, saveFolderTrust } from '../../trust/trustedFolders.js';
import type { Theme } from '../theme/theme.js';

export interface TrustOptions {
  cwd: string;
  /** Without those of the project. */
  settings: Settings;
  theme: Theme;
  isScreenReader: boolean;
}

/** A folder that brings nothing along needs no decision. */
export async function settleTrust({ cwd, settings, theme, isScreenReader }: TrustOptions): Promise<boolean> {
  if (settings.security?.folderTrust?.enabled === false) return true;
  const known = await folderTrust(cwd);
  if (known !== 'unknown') return known === 'trusted';
  const brings = await projectConfiguration(cwd);
  if (brings.length === 0) return true;
  const { askTrust } = await import('./askTrust.js');
  const answer = await askTrust({ cwd, brings, theme, isScreenReader });
  if (answer) await saveFolderTrust(cwd, answer);
  return answer === 'TRUST_FOLDER' || answer === 'TRUST_PARENT';
}
