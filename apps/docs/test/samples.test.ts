import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type OperationId, operations } from '@pv-planning/contract';
import { expect, onTestFinished, test } from 'vitest';
import { contracts } from '../src/model/contract.ts';
import { phpLiteral, pythonLiteral, shellText, typeScriptLiteral } from '../src/model/literal.ts';
import { samplesOf } from '../src/model/samples.ts';

const operationIds = Object.keys(operations) as OperationId[];
const repository = fileURLToPath(new URL('../../../', import.meta.url));

function sample(operationId: OperationId, label: string): string {
  const contract = contracts.get('public');
  const found = contract && samplesOf(contract, operationId).find((one) => one.label === label);
  if (found === undefined) throw new Error(`${operationId} has no sample for ${label}`);
  return found.code;
}

test('every TypeScript sample compiles against the client', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pv-samples-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const calls = operationIds.map((id) => {
    const [first = '', ...lines] = sample(id, 'TypeScript').split('\n');
    expect(first).toBe("import { createClient } from '@pv-planning/client';");
    return `async function ${id}() {\n${lines.join('\n')}\n}`;
  });
  const client = join(repository, 'packages/client/src/index.ts');
  writeFileSync(
    join(folder, 'samples.mts'),
    [`import { createClient } from '${client}';`, ...calls].join('\n'),
  );
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: join(repository, 'tsconfig.base.json'),
      compilerOptions: { typeRoots: [join(repository, 'node_modules/@types')] },
      files: ['samples.mts'],
    }),
  );
  const compiler = createRequire(import.meta.url).resolve('typescript/package.json');
  expect(outputOf(process.execPath, [join(dirname(compiler), 'bin/tsc'), '-p', folder])).toBe('');
});

test("every curl sample matches the operation's method, path and body", () => {
  const script = operationIds.map((id) => sample(id, 'curl')).join('\n');
  const calls = outputOf('sh', [
    '-c',
    `uuidgen() { echo 1f0e; }; curl() { printf '%s\\036' "$@"; printf '\\035'; }\n${script}`,
  ])
    .split('\x1d')
    .map((call) => call.split('\x1e'));
  for (const [index, id] of operationIds.entries()) {
    const call = calls[index] ?? [];
    const { method, path, hasBody, idempotent } = operations[id];
    const address = call.find((one) => one.startsWith('/v1')) ?? '';
    expect(address.replace(/\?.*/, '')).toMatch(new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[\\w-]+')}$`));
    expect(valueAfter(call, '--request') ?? 'GET').toBe(method);
    expect(call).toContain('Authorization: Bearer ');
    expect(call.includes('Idempotency-Key: 1f0e')).toBe(idempotent);
    expect(call.includes('Content-Type: application/json')).toBe(hasBody);
    if (hasBody) expect(JSON.parse(valueAfter(call, '--data') ?? '')).toBeTypeOf('object');
  }
});

const isInstalled = (program: string) => spawnSync(program, ['--version']).status === 0;

test.skipIf(!isInstalled('python3'))('every Python sample compiles', () => {
  const sources = JSON.stringify(operationIds.map((id) => sample(id, 'Python')));
  const program = 'import json, sys\nfor source in json.load(sys.stdin): compile(source, "sample", "exec")';
  expect(spawnSync('python3', ['-c', program], { input: sources, encoding: 'utf8' }).stderr).toBe('');
});

test.skipIf(!isInstalled('php'))('every PHP sample parses', () => {
  const bodies = operationIds.map((id) => sample(id, 'PHP').replace('<?php', ''));
  const { stdout } = spawnSync('php', ['-l'], { input: `<?php\n${bodies.join('\n')}`, encoding: 'utf8' });
  expect(stdout.trim()).toBe('No syntax errors detected in Standard input code');
});

const value = {
  plain: 'a',
  "it's": ['"quoted"', 'back\\slash', 'line\nbreak', "\\'", 'ü', '$price\n'],
  nothing: null,
  empty: [[]],
  number: -1.5,
  deep: { deeper: { text: 'long enough to be broken over several lines of the sample', flag: true } },
};

test('formats any value as an equal literal', () => {
  expect(new Function(`return ${typeScriptLiteral(value)}`)()).toEqual(value);
  expect(typeScriptLiteral({ id: '1', tags: ['a'] })).toBe("{ id: '1', tags: ['a'] }");
});

test.skipIf(!isInstalled('python3'))('formats any value as an equal Python literal', () => {
  const printed = outputOf('python3', ['-c', `import json\nprint(json.dumps(${pythonLiteral(value)}))`]);
  expect(JSON.parse(printed)).toEqual(value);
});

test.skipIf(!isInstalled('php'))('formats any value as an equal PHP literal', () => {
  const printed = outputOf('php', ['-r', `echo json_encode(${phpLiteral({ ...value, object: {} })});`]);
  expect(JSON.parse(printed)).toEqual({ ...value, object: {} });
});

test('quotes any text for the shell', () => {
  const text = `it's "$HOME" \\ \`date\`\n'`;
  expect(outputOf('sh', ['-c', `printf '%s' ${shellText(text)}`])).toBe(text);
});

function valueAfter(call: string[], option: string): string | undefined {
  return call.includes(option) ? call[call.indexOf(option) + 1] : undefined;
}

/** The output of a program, even if it failed. */
function outputOf(program: string, commandLine: string[]): string {
  try {
    const env = { PATH: process.env.PATH };
    return execFileSync(program, commandLine, { encoding: 'utf8', stdio: 'pipe', env });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return `${stdout}${stderr}`;
  }
}
