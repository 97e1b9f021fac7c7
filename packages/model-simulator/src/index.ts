export { startSimulator, type Simulator } from './simulator.js';
export type { ServerKind, SimulatorOptions, UsageMode, ValidationQuirks, WindowRule } from './options.js';
export type { Fault, FaultRule, ResponsePosition } from './faults.js';
export type { RecordedProbe, RecordedRequest, RecordedResponse } from './recording.js';
export type { ReplyFinishReason, Scenario, SimulatedReply, SimulatedToolCall, SimulatedUsage } from './reply.js';
export type {
  DialectName,
  MediaPart,
  SimulatedMessage,
  SimulatedPart,
  SimulatedRequest,
  SimulatedTool,
  ToolCallPart,
  ToolResultPart,
} from './request.js';
export type { Violation, ViolationRule } from './validation/violation.js';
export type { TokenizerChoice, TokenizerName } from './tokens/tokenizer.js';
export { loadTokenizer } from './tokens/tokenizer.js';
export { errorStyles, providerErrors, type ErrorStyle, type ProviderErrorName } from './errors/catalogue.js';
export type { ErrorEntry, ErrorMeaning, ErrorNumbers } from './errors/entry.js';
export { demo } from './scenarios/demo.js';
export { echo } from './scenarios/echo.js';
export { script } from './scenarios/script.js';
export { toolLoop, type ToolLoopOptions } from './scenarios/toolLoop.js';
export { isSummaryRequest, snapshot, summaryOr, type SummaryDefect, type SummaryOptions } from './scenarios/summary.js';
