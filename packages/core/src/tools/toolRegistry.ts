/** The tools of one agent, in one stable order. */
import type { FunctionDeclaration } from '../types.js';
import type { AnyTool } from './tool.js';

/** Names of earlier releases that old sessions, rules and settings may hold. */
const LEGACY_NAMES: ReadonlyMap<string, string> = new Map([
  ['search_file_content', 'grep_search'],
  ['replace', 'edit'],
  ['task', 'agent'],
]);

/** The current name of a tool, whatever release the given name is from. */
export function currentToolName(name: string): string {
  return LEGACY_NAMES.get(name) ?? name;
}

export class ToolRegistry {
  private readonly tools = new Map<string, AnyTool>();

  constructor(tools: Iterable<AnyTool> = []) {
    for (const tool of tools) this.register(tool);
  }

  /** @throws when a tool of that name is registered already. */
  register(tool: AnyTool): void {
    if (this.tools.has(tool.name)) throw new Error(`Two tools are named "${tool.name}".`);
    this.tools.set(tool.name, tool);
  }

  get(name: string): AnyTool | undefined {
    return this.tools.get(currentToolName(name));
  }

  /** Built-in tools in the order of their registration, then MCP tools by name: stable from request to request. */
  all(): AnyTool[] {
    const isMcp = (tool: AnyTool): boolean => tool.name.startsWith('mcp__');
    const tools = [...this.tools.values()];
    const mcp = tools.filter(isMcp).sort((a, b) => (a.name < b.name ? -1 : 1));
    return [...tools.filter((tool) => !isMcp(tool)), ...mcp];
  }

  /** The declarations as they go on the wire. */
  declarations(): FunctionDeclaration[] {
    return this.all().map(({ name, description, parametersJsonSchema }) => ({
      name,
      description,
      parametersJsonSchema,
    }));
  }
}
