/** Texts of the kinds that conversations hold, to compare estimates with real tokenizers. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
/** As much of a file as a tool returns at most. */
const file = (path: string): string => readFileSync(`${root}${path}`, 'utf8').slice(0, 25_000);

export const prose = {
  english:
    'The history of a conversation grows with every step of the work. Files are read, commands are run, and each result stays in the context until somebody decides that it may go. A summary keeps what matters: what the user asked for, which files were changed and why, which tests failed and how they were mended. Whoever reads it later must be able to continue without asking again. ',
  chinese:
    '对话的历史会随着每一步工作不断增长。文件被读取，命令被执行，每个结果都留在上下文里，直到有人决定它可以离开。摘要只保留重要的内容：用户要求了什么，哪些文件被修改以及原因，哪些测试失败了，又是怎样修复的。以后阅读它的人必须能够继续工作，而不需要再问一遍。',
  japanese:
    '会話の履歴は、作業が一歩進むたびに長くなります。ファイルを読み、コマンドを実行し、その結果は誰かが不要だと判断するまで文脈に残ります。要約には大切なことだけを残します。利用者が何を求めたか、どのファイルをなぜ変更したか、どのテストが失敗し、どのように直したか。後で読む人は、もう一度尋ねることなく続けられなければなりません。',
  korean:
    '대화의 기록은 작업이 한 단계 진행될 때마다 길어집니다. 파일을 읽고 명령을 실행하며, 각 결과는 누군가가 필요 없다고 판단할 때까지 문맥에 남습니다. 요약에는 중요한 것만 남깁니다. 사용자가 무엇을 요청했는지, 어떤 파일을 왜 바꾸었는지, 어떤 테스트가 실패했고 어떻게 고쳤는지. 나중에 읽는 사람은 다시 묻지 않고 이어서 일할 수 있어야 합니다. ',
  russian:
    'История разговора растёт с каждым шагом работы. Файлы читаются, команды выполняются, и каждый результат остаётся в контексте, пока кто-нибудь не решит, что он больше не нужен. Краткое изложение хранит главное: о чём просил пользователь, какие файлы изменены и почему, какие тесты не прошли и как это исправили. Тот, кто прочтёт его позже, должен продолжить, не спрашивая заново. ',
  arabic:
    'يطول سجل المحادثة مع كل خطوة من العمل. تُقرأ الملفات وتُنفذ الأوامر، وتبقى كل نتيجة في السياق حتى يقرر أحدهم أنها لم تعد لازمة. يحتفظ الملخص بما هو مهم: ماذا طلب المستخدم، وأي الملفات تغيرت ولماذا، وأي الاختبارات فشلت وكيف أُصلحت. ومن يقرؤه لاحقا يجب أن يتابع العمل دون أن يسأل من جديد. ',
} as const;

export const toolOutputs = {
  'source code': file('packages/core/src/core/messageSend.ts'),
  documentation: file('docs/session-format.md'),
  'JSON, indented': file('package-lock.json'),
  'JSON, compact': JSON.stringify(JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8'))).slice(0, 25_000),
  'search results': readdirLines(),
  'a log': log(),
} as const;

/** `path:line: text` for each import of a folder, as a search returns it. */
function readdirLines(): string {
  const files = ['geminiChat.ts', 'answerStream.ts', 'client.ts', 'turn.ts', 'modelTurn.ts'];
  return files
    .flatMap((name) => {
      const path = `packages/core/src/core/${name}`;
      return file(path)
        .split('\n')
        .flatMap((line, index) => (line.includes('import') ? [`${path}:${index + 1}: ${line}`] : []));
    })
    .join('\n');
}

/** What a run of a program prints with times and durations. */
function log(): string {
  const lines = execFileSync(process.execPath, ['--help'], { encoding: 'utf8' }).split('\n').slice(0, 60);
  return lines
    .map((line, index) => `2026-03-0${(index % 9) + 1}T10:${index % 60}:07.${index + 100}Z INFO ${line}`)
    .join('\n');
}
