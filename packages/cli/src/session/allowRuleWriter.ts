/** Keeps "always allow" decisions in the project's settings. */
import { readSettingsFile } from '../settings/readSettingsFile.js';
import { writeSetting } from '../settings/writeSetting.js';

/** A function that adds a rule to `permissions.allow` of a settings file; one write after the other. */
export function allowRuleWriter(filePath: string): (rule: string) => Promise<void> {
  let last = Promise.resolve();
  return (rule) => {
    const written = last.then(() => addRule(filePath, rule));
    last = written.catch(() => undefined);
    return written;
  };
}

async function addRule(filePath: string, rule: string): Promise<void> {
  const raw = await readSettingsFile(filePath);
  const present = (raw?.['permissions'] as { allow?: unknown } | undefined)?.allow;
  const rules = Array.isArray(present) ? (present as unknown[]) : [];
  if (!rules.includes(rule)) await writeSetting(filePath, ['permissions', 'allow'], [...rules, rule]);
}
