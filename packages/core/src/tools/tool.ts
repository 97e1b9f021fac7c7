/** What a tool is, what it gets and what it returns. */
import type { JsonSchema, Part } from '../types.js';
import type { FileReadState } from './files/fileReadState.js';
import type { Workspace } from './files/workspace.js';

/** What a tool does to the world; approval modes and the parallel running of calls follow from it. */
export type ToolKind = 'read' | 'search' | 'edit' | 'execute' | 'fetch' | 'think' | 'other';

/** Kinds whose calls change nothing: calls of one step that are all of these kinds run in parallel. */
export const READ_ONLY_KINDS: ReadonlySet<ToolKind> = new Set<ToolKind>(['read', 'search', 'fetch']);

/** A change of one file, whole before and after, for a diff on screen. `null` content: the file did not exist. */
export interface FileDiffDisplay {
  type: 'file_diff';
  filePath: string;
  originalContent: string | null;
  newContent: string;
  /** Unified diff text. */
  fileDiff: string;
}

export interface TodoItem {
  id: string;
  content: string;
  status: 'pending' | 'in_progress' | 'completed';
}

export interface TodoListDisplay {
  type: 'todo_list';
  todos: TodoItem[];
}

export interface PlanDisplay {
  type: 'plan';
  plan: string;
}

/** What a person is shown of a result: plain text, or something a screen can draw. */
export type ToolResultDisplay = string | FileDiffDisplay | TodoListDisplay | PlanDisplay;

/** Why a call failed, for programs; the text for the model is in `ToolResult.output`. */
export type ToolErrorType =
  | 'invalid_tool_params'
  | 'tool_not_registered'
  | 'permission_denied'
  | 'cancelled'
  | 'path_not_in_workspace'
  | 'file_not_found'
  | 'file_not_read'
  | 'file_changed'
  | 'file_too_large'
  | 'edit_no_match'
  | 'edit_multiple_matches'
  | 'shell_timeout'
  | 'execution_failed';

/** The outcome of one call. Failures are values: a tool throws only for a defect or an abort. */
export interface ToolResult {
  /** What the model reads. Never empty. */
  output: string;
  /** Present when the call failed; `output` then says what to do next. */
  errorType?: ToolErrorType;
  /** How a command ended that did not end well, such as `exit code 1`; for the call that is no failure. */
  exitStatus?: string;
  /** Media for the model (`inlineData` or `fileData` parts). */
  media?: Part[];
  display?: ToolResultDisplay;
}

/** What a person must see before a call runs. */
export type ApprovalPreview =
  | { type: 'edit'; title: string; diff: FileDiffDisplay }
  | { type: 'command'; title: string; command: string; directory: string }
  | { type: 'plan'; title: string; plan: string }
  | { type: 'question'; title: string; questions: Question[] }
  | { type: 'info'; title: string; detail: string };

export interface Question {
  question: string;
  header: string;
  options: Array<{ label: string; description: string }>;
  multiSelect?: boolean;
}

/** Everything of the surroundings that a running call may use. */
export interface ToolContext {
  readonly callId: string;
  readonly signal: AbortSignal;
  readonly workspace: Workspace;
  readonly readState: FileReadState;
  /** Folder for outputs that are too long for the context; created when first needed. */
  readonly spillDirectory: string;
  /** Largest output in characters that the model is given whole. */
  readonly maxOutputCharacters: number;
  /** The answer of a person to the call's approval, where it carries more than yes (answers, an edited text). */
  readonly approvalAnswer?: unknown;
  /** Live output for a screen; each call replaces the previous text. */
  onOutput?(text: string): void;
  /** Events of a sub-agent that the call runs, in the shape of the agent's own events. */
  onSubAgentEvent?(agentName: string, event: object): void;
}

/** The part of the context that exists before a call is approved. */
export type ToolPreviewContext = Pick<ToolContext, 'workspace' | 'readState' | 'signal'>;

/**
 * One tool. `Params` is the validated shape of `parametersJsonSchema`: the caller validates arguments against the
 * schema before it calls any method.
 */
export interface Tool<Params extends object = Record<string, unknown>> {
  /** Name on the wire, snake case; `mcp__<server>__<tool>` for MCP tools. */
  readonly name: string;
  /** Name for people. */
  readonly displayName: string;
  readonly kind: ToolKind;
  /** For the model, as short as it can be. */
  readonly description: string;
  readonly parametersJsonSchema: JsonSchema;
  /** Calls may run beside others of the same step; read-only kinds may in any case. */
  readonly parallel?: boolean;
  /** One line that says what this call does, for people; no line breaks, paths relative to the workspace. */
  describe(params: Params, workspace: Workspace): string;
  /** What the schema cannot say; a text for the model when the arguments are wrong, else `null`. */
  validate?(params: Params, workspace: Workspace): string | null;
  /** True when this very call changes nothing although its kind may (a shell command that only reads). */
  isReadOnlyCall?(params: Params): Promise<boolean> | boolean;
  /** What a person must see before the call runs. `null`: nothing to approve. Absent: a plain `info` preview. */
  preview?(params: Params, context: ToolPreviewContext): Promise<ApprovalPreview | null>;
  execute(params: Params, context: ToolContext): Promise<ToolResult>;
}

/** A tool of any parameter shape, as registries hold it. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- parameters are contravariant; the schema is the guard
export type AnyTool = Tool<any>;
