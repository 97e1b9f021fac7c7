import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isReadOnlyCommand } from './isReadOnlyCommand.js';

const reading = [
  'ls -la',
  'cat a.txt | grep -n "foo" | head -5',
  'git status && git diff --stat',
  'git log --oneline -5 2>/dev/null',
  'git --no-pager show HEAD@{1}',
  'git branch -a',
  'git remote get-url origin',
  'git stash list',
  'git -C /work diff',
  'cd /work && git status',
  'cd src && ls',
  'find . -name "*.ts" -type f | xargs -0 grep foo',
  'rg -n "foo" src || true',
  'for f in *.ts; do echo "$f"; wc -l "$f"; done',
  'if [ -f package.json ]; then cat package.json; fi',
  'sed -n "1,20p" file',
  "sed -n '/start/,/end/p' file",
  "sed 's/a/b/g' file",
  "awk -F: '{print $1}' /etc/passwd",
  'sort -k2 -r file | uniq -c',
  'echo "$(git rev-parse HEAD)"',
  'x=$(pwd); echo "${x:-none}"',
  'NO_COLOR=1 ls',
  'timeout 5 ls',
  'node --version',
  'command -v node',
  "cat <<'EOF'\n$(rm x)\nEOF",
  'diff <(ls a) <(ls b)',
  '/usr/bin/ls',
  "jq '.name' package.json",
];

const writing = [
  'rm x',
  'ls > out',
  'ls >> out',
  'cat a | tee b',
  'ls; rm x',
  'ls && $cmd',
  'echo $(rm x)',
  'echo "`rm x`"',
  'cat <(rm x)',
  'cat <<EOF\n$(rm x)\nEOF',
  'f() { rm x; }; f',
  'find . -delete',
  'find . -exec rm {} ;',
  'find . $args',
  'git commit -m x',
  'git branch new',
  'git tag v1',
  'git -c core.pager=evil log',
  'git -C /elsewhere status',
  'cd /elsewhere && git status',
  'cd "$x" && git status',
  'git diff --output=x',
  'git diff --outp x',
  'git grep -Oevil foo',
  'git log $args',
  'git remote add a b',
  'git config user.name x',
  'git stash',
  'sort -o out in',
  'sort -uo out in',
  'sort --outp=x in',
  'uniq in out',
  'rg --pre evil foo',
  'fd -x rm',
  'sed -i s/a/b/ x',
  "sed 's/a/b/w out' x",
  "sed 'w out' x",
  "sed 's/a/b/e' x",
  'awk \'{system("rm")}\' x',
  'awk \'{print > "out"}\' x',
  'awk -f script x',
  'xargs rm',
  'bash script.sh',
  'bash -c ls',
  'sudo ls',
  'eval ls',
  'env -S "ls x"',
  'PATH=/evil ls',
  'PATH=/evil; ls',
  'for PATH in /evil; do ls; done',
  'LD_PRELOAD=x ls',
  'GIT_PAGER=evil git log',
  './ls',
  'curl http://x',
  'npm test',
  'node x.js',
  'printf -v PATH x',
  'echo $((a[0]))',
  'echo ${x@P}',
  '[[ $x -eq 1 ]]',
  'export PATH=x',
  'cat < /dev/tcp/host/80',
  'ls "unclosed',
  'date -s 2020-01-01',
  'hostname evil',
  'file -C -m x',
  'time -o out ls',
  '',
  '# nothing',
];

const trusted = ['/work'];

describe('isReadOnlyCommand', () => {
  it.each(reading)('true: %j', async (command) => expect(await isReadOnlyCommand(command, trusted)).toBe(true));
  it.each(writing)('false: %j', async (command) => expect(await isReadOnlyCommand(command, trusted)).toBe(false));

  it('is never true for a compound with a writing part', async () => {
    const joints = fc.constantFrom('; ', ' && ', ' || ', ' | ', '\n', ' & ');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...reading), { maxLength: 2 }),
        fc.constantFrom(...writing.filter((command) => /^\w/.test(command) && !command.includes('unclosed'))),
        fc.array(fc.constantFrom(...reading), { maxLength: 2 }),
        joints,
        async (before, write, after, joint) => {
          const parts = [...before, write, ...after];
          const command = parts.map((part) => (part.includes('<<') ? `${part}\n` : part)).join(joint);
          expect(await isReadOnlyCommand(command, trusted)).toBe(false);
        },
      ),
    );
  });
});
