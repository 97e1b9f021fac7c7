/**
 * Keeps "always allow" decisions in the person's settings, for the folder in which they were made: there neither the agent nor
 * whoever else works on the project can write them, and the project gets no file of which its trust would be asked.
 */
import { addRule, type RulePlace } from '../settings/permissionRules.js';

/** A function that adds a rule to the allowed ones; one write after the other. */
export function allowRuleWriter(place: RulePlace): (rule: string) => Promise<void> {
  let last = Promise.resolve();
  return (rule) => {
    const written = last.then(() => addRule(place, 'allow', rule));
    last = written.catch(() => undefined);
    return written;
  };
}
