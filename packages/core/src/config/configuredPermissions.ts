/** The permission policy of a session: its mode, the rules of the settings, and those that were allowed on the way. */
import type { PermissionPolicy } from '../agent/runToolCall.js';
import { decidePermission, type PermissionDecision } from '../tools/permissions/decidePermission.js';
import {
  parseRule,
  parseRules,
  splitRuleList,
  type PermissionRule,
  type PermissionRules,
} from '../tools/permissions/rules.js';
import { suggestRule } from '../tools/permissions/suggestRule.js';
import type { AnyTool } from '../tools/tool.js';
import type { Config } from './config.js';
import type { PermissionLists } from './parameters.js';

export class ConfiguredPermissions implements PermissionPolicy {
  private readonly allowedInSession: PermissionRule[] = [];
  private parsed: { lists: PermissionLists; rules: PermissionRules };

  /** @throws RuleSyntaxError for a deny rule that cannot be read: what it was to forbid must not run. */
  constructor(private readonly config: Config) {
    config.getPermissionLists().deny?.forEach(parseRule);
    this.parsed = this.parse(config.getPermissionLists());
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
    this.allowedInSession.push(...splitRuleList(rules).map(parseRule));
  }

  async allowAlways(rules: string): Promise<void> {
    this.allowForSession(rules);
    for (const rule of splitRuleList(rules)) await this.config.parameters.saveAllowRule?.(rule);
  }

  /** The lists as they are now, and what was allowed on the way. */
  private get rules(): PermissionRules {
    const lists = this.config.getPermissionLists();
    if (this.parsed.lists !== lists) this.parsed = this.parse(lists);
    const { rules } = this.parsed;
    return { ...rules, allow: [...rules.allow, ...this.allowedInSession] };
  }

  /** Rules that cannot be read are left out and told of. */
  private parse(lists: PermissionLists): { lists: PermissionLists; rules: PermissionRules } {
    const { rules, problems } = parseRules(lists);
    for (const problem of problems) this.config.warn(problem);
    return { lists, rules };
  }
}
