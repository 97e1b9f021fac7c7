/** From a tool's result to what the model, the record and the consumers get. */
import type { Part } from '../types.js';
import type { ToolCallRequestInfo, ToolCallResponseInfo } from '../core/turn.js';
import type { ToolResult } from '../tools/tool.js';

/** The response of a call: one `functionResponse` part with `output` or `error`, media nested in its `parts`. */
export function toResponse(request: ToolCallRequestInfo, result: ToolResult): ToolCallResponseInfo {
  const failed = result.errorType !== undefined;
  const functionResponse = {
    id: request.callId,
    name: request.name,
    response: failed ? { error: result.output } : { output: result.output },
    ...(result.media && result.media.length > 0 ? { parts: result.media } : {}),
  };
  return {
    callId: request.callId,
    responseParts: [{ functionResponse } as Part],
    resultDisplay: result.display ?? result.output,
    error: failed ? result.output : undefined,
    errorType: result.errorType,
    ...(result.exitStatus !== undefined && { exitStatus: result.exitStatus }),
    contentLength: result.output.length,
  };
}

/** The response of a call that did not run to its end because the user or a signal stopped it. */
export function cancelledResponse(request: ToolCallRequestInfo): ToolCallResponseInfo {
  return toResponse(request, {
    output: 'The user cancelled this call before it finished. Its effects, if any, are unknown.',
    errorType: 'cancelled',
  });
}
