/** Lets a person answer the agent's questions one after the other. */
import type { Question } from '@qwen-code/qwen-code-core';
import { useState } from 'react';
import { useKeys } from '../keys/KeysProvider.js';
import { actionOf } from '../keys/keyTable.js';
import type { InputEvent } from '../keys/inputEvent.js';
import type { Choice } from '../state/viewState.js';
import { oneLine } from '../text/sanitize.js';
import { line, span, truncateLine, type StyledLine } from '../text/styledLine.js';
import { wrapText } from '../text/wrap.js';
import { choiceLines } from './choiceListLines.js';
import { useDisplay } from './display.js';
import { DIALOG_FRAME_ROWS, DialogLines } from './Lines.js';
import { fieldSpans, useTextField } from './textField.js';

/** By question: the label that was chosen, several of them, or words of one's own. */
export type QuestionAnswers = Record<string, string | string[]>;

export interface QuestionDialogProps {
  title: string;
  questions: readonly Question[];
  maximumRows?: number;
  onAnswer(answers: QuestionAnswers): void;
  onCancel(): void;
}

export function QuestionDialog({ title, questions, maximumRows, onAnswer, onCancel }: QuestionDialogProps) {
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
      onAnswer={answer}
      onCancel={onCancel}
    />
  );
}

interface OneQuestionProps {
  title: string;
  question: Question;
  maximumRows: number | undefined;
  onAnswer(value: string | string[]): void;
  onCancel(): void;
}

const OWN_WORDS = 'Something else';

function OneQuestion({ title, question, maximumRows, onAnswer, onCancel }: OneQuestionProps) {
  const display = useDisplay();
  const { columns } = display;
  const [selected, setSelected] = useState(0);
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const [isWriting, setIsWriting] = useState(false);
  const field = useTextField();
  const choices: Choice[] = [
    ...question.options.map(({ label, description }, index) => ({ value: String(index), label, description })),
    { value: 'own', label: OWN_WORDS, description: 'in your own words' },
  ];

  const toggle = (at: number): void => {
    const value = choices[at]!.value;
    const next = new Set(marked);
    if (!next.delete(value)) next.add(value);
    setMarked(next);
  };
  const choose = (at: number): void => {
    if (choices[at]!.value === 'own') return setIsWriting(true);
    const label = question.options[at]!.label;
    if (!question.multiSelect) return onAnswer(label);
    const labels = question.options.filter((_, index) => marked.has(String(index))).map((option) => option.label);
    onAnswer(labels.length > 0 ? labels : [label]);
  };
  const handleWriting = (event: InputEvent): void => {
    const action = event.type === 'key' ? actionOf('dialog', event) : undefined;
    if (action === 'cancel') setIsWriting(false);
    else if (action !== 'accept') field.handle(event);
    else if (field.text.trim() !== '') onAnswer(field.text.trim());
  };
  const handleChoice = (event: InputEvent): void => {
    const digit = event.type === 'text' ? Number(event.text) : NaN;
    if (digit >= 1 && digit <= choices.length) {
      setSelected(digit - 1);
      if (question.multiSelect && choices[digit - 1]!.value !== 'own') toggle(digit - 1);
      else choose(digit - 1);
      return;
    }
    const action = actionOf('dialog', event);
    if (action === 'cancel') onCancel();
    else if (action === 'accept') choose(selected);
    else if (action === 'toggle' && question.multiSelect && choices[selected]!.value !== 'own') toggle(selected);
    else if (action === 'previous') setSelected((selected + choices.length - 1) % choices.length);
    else if (action === 'next') setSelected((selected + 1) % choices.length);
  };
  useKeys(
    (event) => {
      if (isWriting) handleWriting(event);
      else handleChoice(event);
      return true;
    },
    { layer: 'dialog' },
  );

  const rows = (maximumRows ?? display.rows - 4) - DIALOG_FRAME_ROWS;
  const asked = wrapText(oneLine(question.question), columns).slice(0, Math.max(1, rows - 8));
  const options = {
    ...display,
    selected,
    isNumbered: true,
    maximumRows: Math.max(3, rows - asked.length - 2),
    marked: question.multiSelect ? marked : undefined,
  };
  const hint = question.multiSelect
    ? 'Space marks · Enter confirms · Esc stops the agent'
    : 'Enter chooses · Esc stops the agent';
  const below: StyledLine[] = isWriting
    ? [
        [span('› ', 'accent'), ...fieldSpans(field, { columns: columns - 3 })],
        line('Enter answers · Esc goes back', 'muted'),
      ]
    : [...choiceLines(choices, options), truncateLine(line(hint, 'muted'), columns)];
  const heading: StyledLine = [span('? ', 'warning'), span(oneLine(title), undefined, { bold: true })];
  return <DialogLines lines={[truncateLine(heading, columns), ...asked, ...below]} />;
}
