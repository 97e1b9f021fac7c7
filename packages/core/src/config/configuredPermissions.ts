/** The permission policy of a session: its mode, the rules of the settings, and those that were allowed on the way. */
import type { PermissionPolicy } from '../agent/runToolCall.js';
import { decidePermission, type PermissionDecision } from '../tools/permissions/decidePermission.js';
import { parseRule, parseRules, splitRuleList, type PermissionRules } from '../tools/permissions/rules.js';
import { suggestRule } from '../tools/permissions/suggestRule.js';
import type { AnyTool } from '../tools/tool.js';
import type { Config } from './config.js';

export class ConfiguredPermissions implements PermissionPolicy {
  private rules: PermissionRules;

  /** Rules that cannot be read are left out and told of. */
  constructor(private readonly config: Config) {
    const { rules, problems } = parseRules(config.parameters.permissions ?? {});
    for (const problem of problems) config.warn(problem);
    this.rules = rules;
  }

  decide(tool: AnyTool, args: Record<string, unknown>): Promise<PermissionDecision> {
    return decidePermission(tool, args, {
      mode: this.config.getApprovalMode(),
      rules: this.rules,
      workspace: this.config.workspace,
      readableDirectories: [this.config.getSpillDirectory()],
    });
  }

  suggestRule(tool: AnyTool, args: Record<string, unknown>): Promise<string> {
    return suggestRule(tool, args);
  }

  allowForSession(rules: string): void {
    const added = splitRuleList(rules).map(parseRule);
    this.rules = { ...this.rules, allow: [...this.rules.allow, ...added] };
  }

  async allowAlways(rules: string): Promise<void> {
    this.allowForSession(rules);
    for (const rule of splitRuleList(rules)) await this.config.parameters.saveAllowRule?.(rule);
  }
}
