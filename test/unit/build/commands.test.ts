import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { commands, play, stepOf } from '../../../tools/test/commands.mjs';
import { blocksOf } from '../../../tools/test/document-blocks.mjs';

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync('docs', { encoding: 'utf8', recursive: true })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
];
const steps = readFileSync('tools/test/test.mjs', 'utf8');

/** The commands that a document names in code, each without the examples that it is given. */
function commandsIn(text: string): string[] {
  const code = [
    ...[...text.matchAll(/`([^`\n]+)`/g)].map(([, inside]) => inside ?? ''),
    ...text.split('\n').filter((line) => /^ {4}\S/.test(line)),
    ...blocksOf(text).map((block) => block.text),
  ].join('\n');
  const found: string[] = [];
  for (const [, rest = ''] of code.matchAll(/npm run operator(?: --)?((?: [a-z]\S*)*)/g)) {
    const [kind, act] = rest.trim().split(' ');
    if (kind && act) found.push(`operator ${kind} ${act}`);
  }
  for (const [command] of code.matchAll(/npm (?:ci|start|run [a-z:-]+)/g))
    if (command !== 'npm run operator') found.push(command);
  for (const [, step] of code.matchAll(/npm test(?: -- ('[^']+'|[a-z]+))?/g))
    found.push(step ? `npm test -- ${step}` : 'npm test');
  for (const [command] of code.matchAll(
    /node (?:tools|dist|build)[\w./-]*\.mjs(?: upgrade| citus| mini-program)?/g,
  ))
    found.push(command);
  return found;
}

const named = [...new Set(documents.flatMap((file) => commandsIn(readFileSync(file, 'utf8'))))].sort();

test('every command in the documents is run by test:all, or has a reason why not', () => {
  assert.ok(named.length > 30, `${named.length} commands`);
  const unplayed = named.filter((command) => {
    const step = stepOf(command);
    return step ? !new RegExp(`\\b${step}\\b`).test(steps) : !commands[command];
  });
  assert.equal(unplayed, []);
});

test('the table of commands is right: each step, test and script exists', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  const wrong = Object.entries(commands).flatMap(([command, { step, test: file, by, brief, never }]) => {
    const script = /^npm run (\S+)/.exec(command)?.[1];
    if (script && !scripts[script]) return `${command}: there is no such script`;
    if (step && !new RegExp(`\\b${step}\\b`).test(steps)) return `${command}: there is no step ${step}`;
    if (file && !existsSync(file)) return `${command}: there is no ${file}`;
    if (file && by && !readFileSync(file, 'utf8').includes(by)) return `${command}: ${file} has no ${by}`;
    return step || file || brief || never ? [] : `${command}: nothing runs it`;
  });
  assert.equal(wrong, []);
});

test('no command is played that no document names', () => {
  assert.equal(
    Object.keys(commands).filter((command) => !named.includes(command)),
    [],
  );
});

test('a command that goes on for ever is told to end once it says that it is there', async () => {
  const forever =
    "process.on('SIGINT', () => process.exit(0)); console.log('here'); setInterval(() => {}, 1000)";
  assert.is((await play(['node', '-e', forever], { until: 'here' })).held, true);
  assert.is((await play(['node', '-e', 'console.log(1)'], { until: 'here' })).held, false);
  assert.is((await play(['node', '-e', 'process.exit(3)'], {})).held, false);
});

test.run();
