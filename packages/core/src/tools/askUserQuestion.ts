/** ask_user_question: lets the model put a choice before the user. */
import type { Question, Tool } from './tool.js';

/** A person's answers, by question text: the chosen labels, or words of their own. */
type QuestionAnswers = Record<string, string | string[]>;

interface AskUserQuestionParams {
  questions: Question[];
}

export function createAskUserQuestionTool(): Tool<AskUserQuestionParams> {
  return {
    name: 'ask_user_question',
    displayName: 'AskUserQuestion',
    kind: 'think',
    description: 'Asks the user to choose when you cannot decide from the task or the code.',
    parametersJsonSchema: {
      type: 'object',
      properties: {
        questions: {
          type: 'array',
          minItems: 1,
          maxItems: 4,
          items: {
            type: 'object',
            properties: {
              question: { type: 'string' },
              header: { type: 'string', description: 'Two words at most' },
              options: {
                type: 'array',
                minItems: 2,
                maxItems: 4,
                items: {
                  type: 'object',
                  properties: { label: { type: 'string' }, description: { type: 'string' } },
                  required: ['label', 'description'],
                },
              },
              multiSelect: { type: 'boolean' },
            },
            required: ['question', 'header', 'options'],
          },
        },
      },
      required: ['questions'],
    },
    describe: ({ questions }) => questions.map(({ question }) => question).join(' '),
    preview: async ({ questions }) => ({ type: 'question', title: 'The agent asks', questions }),
    async execute({ questions }, { approvalAnswer }) {
      if (!isAnswers(approvalAnswer)) {
        return {
          output: 'Nobody is there to answer. Decide yourself, take the safest option, and say what you assumed.',
          errorType: 'execution_failed',
        };
      }
      const lines = questions.map(({ question }) => `${question}\n→ ${answerText(approvalAnswer[question])}`);
      return { output: `The user answered:\n${lines.join('\n')}` };
    },
  };
}

function answerText(answer: string | string[] | undefined): string {
  const text = Array.isArray(answer) ? answer.join(', ') : answer;
  return text || '(no answer)';
}

function isAnswers(value: unknown): value is QuestionAnswers {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
