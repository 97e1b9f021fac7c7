/** The only place where text goes to ink: lines that already have their width. */
import { Box, Text } from 'ink';
import { line, type StyledLine } from '../text/styledLine.js';
import { useDisplay } from './display.js';

/** One text node a line: ink cuts whole texts, not their lines. */
export function Lines({ lines }: { lines: readonly StyledLine[] }) {
  const { theme, screenReader } = useDisplay();
  return (
    <Box flexDirection="column" flexShrink={0}>
      {lines.map((styled, index) => (
        <Text key={index} wrap={screenReader ? 'wrap' : 'truncate'}>
          {theme.paint(styled) || ' '}
        </Text>
      ))}
    </Box>
  );
}

/** Rows that `DialogLines` adds. */
export const DIALOG_FRAME_ROWS = 1;

/** A question, set apart from what stands above it. */
export function DialogLines({ lines }: { lines: readonly StyledLine[] }) {
  const { columns, screenReader } = useDisplay();
  return <Lines lines={screenReader ? lines : [line('─'.repeat(columns), 'muted'), ...lines]} />;
}
