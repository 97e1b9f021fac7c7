/** The only place where text goes to ink: lines that already have their width. */
import { Box, Text } from 'ink';
import type { StyledLine } from '../text/styledLine.js';
import { useDisplay } from './display.js';

/**
 * One text node a line: ink remembers every text that it has measured, and lines come again from frame to frame while
 * whole blocks do not.
 */
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
