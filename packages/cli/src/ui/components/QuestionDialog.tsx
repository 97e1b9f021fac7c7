/** Lets a person answer the agent's questions one after the other. */
import type { Question } from '@qwen-code/qwen-code-core';
import { useState } from 'react';
import type { InputEvent } from '../keys/inputEvent.js';
import type { Choice } from '../state/viewState.js';
import { oneLine } from '../text/sanitize.js';
import { span, truncateLine, type StyledLine } from '../text/styledLine.js';
import { wrapText } from '../text/wrap.js';
import { choiceLines } from './choiceListLines.js';
import { useDisplay } from './display.js';
import { DIALOG_FRAME_ROWS, DialogLines } from './Lines.js';
import { useChoosing } from './useChoosing.js';
import { useTypeAhead, type TypeAhead } from './useTypeAhead.js';

/** By question: the label that was chosen, several of them, or words of one's own. */
export type QuestionAnswers = Record<string, string | string[]>;

export interface QuestionDialogProps {
  title: string;
  questions: readonly Question[];
  maximumRows?: number;
  onAnswer(answers: QuestionAnswers): void;
  onCancel(): void;
  /** Gets what is typed when the dialog appears; without it that would answer the dialog. */
  onTypeAhead?(event: InputEvent): void;
}

export function QuestionDialog(props: QuestionDialogProps) {
  const { title, questions, maximumRows, onAnswer, onCancel } = props;
  const typeAhead = useTypeAhead(props.onTypeAhead);
  const [answers, setAnswers] = useState<QuestionAnswers>({});
  const [index, setIndex] = useState(0);
  const question = questions[index]!;
  const answer = (value: string | string[]): void => {
    const all = { ...answers, [question.question]: value };
    if (index + 1 >= questions.length) return onAnswer(all);
    setAnswers(all);
    setIndex(index + 1);
  };
  const count = questions.length > 1 ? ` (${index + 1} of ${questions.length})` : '';
  return (
    <OneQuestion
      key={index}
      title={`${title}${count}`}
      question={question}
      maximumRows={maximumRows}
      typeAhead={typeAhead}
      onAnswer={answer}
      onCancel={onCancel}
    />
  );
}

interface OneQuestionProps {
  title: string;
  question: Question;
  maximumRows: number | undefined;
  typeAhead: TypeAhead;
  onAnswer(value: string | string[]): void;
  onCancel(): void;
}

const OWN_WORDS = 'Something else';

function OneQuestion({ title, question, maximumRows, typeAhead, onAnswer, onCancel }: OneQuestionProps) {
  const display = useDisplay();
  const { columns } = display;
  const { options, multiSelect } = question;
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const choices: Choice[] = [
    ...options.map(({ label, description }, index) => ({ value: String(index), label, description })),
    { value: 'own', label: OWN_WORDS, description: 'in your own words' },
  ];

  const toggle = (index: number): void => {
    const next = new Set(marked);
    if (!next.delete(String(index))) next.add(String(index));
    setMarked(next);
  };
  const choosing = useChoosing({
    count: choices.length,
    typeAhead,
    onChoose: (index, isByNumber) => {
      if (index === options.length) return choosing.startWriting();
      if (!multiSelect) return onAnswer(options[index]!.label);
      if (isByNumber) return toggle(index);
      const chosen = options.filter((_, at) => marked.has(String(at)));
      onAnswer((chosen.length > 0 ? chosen : [options[index]!]).map(({ label }) => label));
    },
    onWritten: (text) => {
      if (text !== '') onAnswer(text);
    },
    onCancel,
    onAction: (action) => {
      if (action === 'toggle' && multiSelect && choosing.selected < options.length) toggle(choosing.selected);
    },
  });

  const rows = (maximumRows ?? display.rows - 4) - DIALOG_FRAME_ROWS;
  const asked = wrapText(oneLine(question.question), columns).slice(0, Math.max(1, rows - 8));
  const look = {
    ...display,
    ...choosing,
    isNumbered: true,
    maximumRows: Math.max(3, rows - asked.length - 2),
    marked: multiSelect ? marked : undefined,
  };
  const hint = `${multiSelect ? 'Space marks · Enter confirms' : 'Enter chooses'} · Esc stops the agent`;
  const below: StyledLine[] = choosing.isWriting
    ? choosing.writingLines(span('› ', 'accent'), 'Enter answers · Esc goes back', { columns: columns - 3 })
    : [...choiceLines(choices, look), typeAhead.hintLine(hint, display)];
  const heading: StyledLine = [span('? ', 'warning'), span(oneLine(title), undefined, { bold: true })];
  return <DialogLines lines={[truncateLine(heading, columns), ...asked, ...below]} />;
}
