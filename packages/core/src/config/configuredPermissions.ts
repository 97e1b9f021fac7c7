/** The permission policy of a session: mode, rules of the settings, and rules allowed on the way. */
import type { PermissionPolicy } from '../agent/runToolCall.js';
import type { AnyTool } from '../tools/tool.js';
import type { Config } from './config.js';

export class ConfiguredPermissions implements PermissionPolicy {
  constructor(private readonly config: Config) {}

  async decide(tool: AnyTool): Promise<{ decision: 'allow' | 'ask' | 'deny'; reason?: string }> {
    const mode = this.config.getApprovalMode();
    if (mode === 'yolo' || tool.kind === 'read' || tool.kind === 'search') return { decision: 'allow' };
    if (mode === 'auto-edit' && tool.kind === 'edit') return { decision: 'allow' };
    return { decision: 'ask' };
  }

  async suggestRule(tool: AnyTool): Promise<string> {
    return tool.name;
  }

  allowForSession(): void {}

  async allowAlways(): Promise<void> {}
}
