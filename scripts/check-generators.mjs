// Checks that the generators which integrators use make a working client of the published document: each makes one outside the
// repository, without a warning that the document causes, it compiles, and its program in scripts/generators lists, creates and
// reads a customer and a battery of the demo company. Followed by names, it checks these generators alone. Generators whose tools
// the machine lacks are skipped with a message; the last lines count both.
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createTestDatabase } from '@pv-planning/database/testing';
import { readSettings } from '../apps/api/src/kernel/settings/settings.ts';
import { createDemoCompany } from '../apps/api/src/programs/demo/demo-company.ts';
import { startService } from '../apps/api/src/server/service.ts';
import { testLog } from './test-log.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const document = path.join(root, 'packages/contract/src/generated/public/openapi.json');
const folder = await mkdtemp(path.join(tmpdir(), 'generators-'));
const python = path.join(folder, 'venv/bin/python');
const pythonPackages = [
  'openapi-generator-cli==7.26.0',
  'openapi-python-client==0.29.1',
  'ruff==0.17.6',
  'httpx==0.28.1',
  'attrs==26.1.0',
  'pydantic==2.14.4',
  'python-dateutil==2.9.0.post0',
  'urllib3==2.8.0',
];
// hey-api uses the API of the compiler, which TypeScript 7 does not have.
const npmPackages = ['@hey-api/openapi-ts@0.99.0', 'orval@8.38.0', 'typescript@5.9.3'];
const oapiCodegen = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2';
/** Accepted warnings of openapi-generator: about OpenAPI 3.1, null, reserved names, and formats, which documents may define. */
const harmless =
  /support is still in beta|Renamed to|Unknown `format`|Ignoring complex example|Failed to get the schema name: null|has no effect on schema/;
let environment = process.env;

/** The output of a command, both streams. @throws Error with the output if it fails */
async function run(file, args, options = {}) {
  const settings = { maxBuffer: 2 ** 28, timeout: 900_000, ...options };
  const env = { ...environment, ...options.env };
  try {
    const { stdout, stderr } = await promisify(execFile)(file, args, { ...settings, env });
    return stdout + stderr;
  } catch (error) {
    throw new Error(`${file} ${args.join(' ')}\n${error.stdout ?? ''}${error.stderr ?? ''}${error.message}`);
  }
}

async function has(command) {
  return promisify(execFile)('sh', ['-c', `command -v ${command}`]).then(
    () => true,
    () => false,
  );
}

/** Installs tools when the first generator needs them. */
function once(install) {
  let installed;
  return () => (installed ??= install());
}

const npmTools = once(async () => {
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  const flags = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await run('npm', ['install', ...flags, ...npmPackages], { cwd: folder });
});

const pythonTools = once(async () => {
  await run('python3', ['-m', 'venv', path.dirname(path.dirname(python))]);
  await run(python, ['-m', 'pip', 'install', '--quiet', ...pythonPackages]);
});

async function npmTool(name, args, cwd) {
  await npmTools();
  return run(path.join(folder, 'node_modules/.bin', name), args, { cwd });
}

async function pythonTool(name, args, cwd) {
  await pythonTools();
  const PATH = `${path.dirname(python)}${path.delimiter}${process.env.PATH}`;
  return run(path.join(path.dirname(python), name), args, { cwd, env: { PATH } });
}

/** @throws Error with the warnings of openapi-generator, unless they are harmless */
async function openapiGenerator(language, output, cwd, properties = []) {
  const more = properties.flatMap((property) => ['--additional-properties', property]);
  const args = ['generate', '-i', document, '-g', language, '-o', output, ...more];
  const said = await pythonTool('openapi-generator-cli', args, cwd);
  const warnings = said.split('\n').filter((line) => /\b(WARN|ERROR)\b/.test(line) && !harmless.test(line));
  if (warnings.length > 0) throw new Error(warnings.join('\n'));
}

/** Compiles a program with its client, and runs it. */
async function typescript(cwd) {
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    module: 'esnext',
    moduleResolution: 'bundler',
    allowImportingTsExtensions: true,
    noEmit: true,
    strict: true,
    types: ['node'],
    typeRoots: [path.join(root, 'node_modules/@types')],
  };
  await writeFile(
    path.join(cwd, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: ['program.ts'] }),
  );
  await run(path.join(root, 'node_modules/.bin/tsc'), ['-p', cwd]);
  const flags = ['--bundle', '--platform=node', '--format=esm', '--outfile=program.mjs'];
  await run(path.join(root, 'node_modules/.bin/esbuild'), ['program.ts', ...flags], { cwd });
  await run(process.execPath, ['program.mjs'], { cwd });
}

async function go(cwd) {
  await run('go', ['mod', 'tidy'], { cwd });
  await run('go', ['vet', '.'], { cwd });
  await run('go', ['run', '.'], { cwd });
}

/** name → the file of its program, the commands that it needs, and how its client is made, compiled and used. */
const generators = {
  'hey-api': {
    program: 'hey-api.ts',
    needs: ['npm'],
    async check(cwd) {
      await npmTool('openapi-ts', ['-i', document, '-o', 'client'], cwd);
      await typescript(cwd);
    },
  },
  orval: {
    program: 'orval.ts',
    needs: ['npm'],
    async check(cwd, { PV_URL }) {
      const output = { target: 'client.ts', client: 'fetch', baseUrl: PV_URL };
      const config = `export default { pv: { input: ${JSON.stringify(document)}, output: ${JSON.stringify(output)} } };`;
      await writeFile(path.join(cwd, 'orval.config.mjs'), config);
      await npmTool('orval', ['--config', 'orval.config.mjs'], cwd);
      await typescript(cwd);
    },
  },
  'openapi-python-client': {
    program: 'openapi_python_client.py',
    needs: ['python3'],
    async check(cwd) {
      const options = ['--meta', 'none', '--output-path', 'client', '--fail-on-warning'];
      await pythonTool('openapi-python-client', ['generate', '--path', document, ...options], cwd);
      await run(python, ['-W', 'error', '-m', 'compileall', '-q', 'client'], { cwd });
      await run(python, ['program.py'], { cwd });
    },
  },
  'oapi-codegen': {
    program: 'oapi-codegen.go',
    needs: ['go'],
    async check(cwd) {
      await mkdir(path.join(cwd, 'client'));
      await run('go', ['mod', 'init', 'pv'], { cwd });
      const options = ['-generate', 'client,models', '-package', 'client', '-o', 'client/client.go'];
      await run('go', ['run', oapiCodegen, ...options, document], { cwd });
      await go(cwd);
    },
  },
  'typescript-fetch': {
    program: 'typescript-fetch.ts',
    needs: ['java', 'python3'],
    async check(cwd) {
      await openapiGenerator('typescript-fetch', 'client', cwd);
      await typescript(cwd);
    },
  },
  python: {
    program: 'python.py',
    needs: ['java', 'python3'],
    async check(cwd) {
      await openapiGenerator('python', '.', cwd);
      await run(python, ['program.py'], { cwd });
    },
  },
  go: {
    program: 'go.go',
    needs: ['go', 'java', 'python3'],
    async check(cwd) {
      await run('go', ['mod', 'init', 'pv'], { cwd });
      // Without it, enumerations with a value in common do not compile.
      const properties = ['enumClassPrefix=true', 'packageName=client', 'withGoMod=false'];
      await openapiGenerator('go', 'client', cwd, properties);
      await rm(path.join(cwd, 'client/test'), { recursive: true });
      await go(cwd);
    },
  },
};

const counts = { passed: 0, failed: 0 };

function skip(name, reason) {
  process.stdout.write(`SKIPPED ${name}: ${reason}\n`);
}

async function check(name, access) {
  const { program, needs, check: steps } = generators[name];
  const present = await Promise.all(needs.map(has));
  const missing = needs.filter((_, index) => !present[index]);
  if (missing.length > 0) return skip(name, `needs ${missing.join(', ')}`);
  const cwd = path.join(folder, name);
  try {
    await mkdir(cwd);
    if (program !== undefined)
      await copyFile(
        path.join(root, 'scripts/generators', program),
        path.join(cwd, `program${path.extname(program)}`),
      );
    await steps(cwd, access);
    counts.passed += 1;
    process.stdout.write(`ok  ${name}\n`);
  } catch (error) {
    counts.failed += 1;
    process.stdout.write(`BAD ${name}\n${error.message.slice(0, 10_000)}\n`);
  }
}

const asked = process.argv.slice(2);
const database = await createTestDatabase();
const settings = readSettings({ DATABASE_URL: database.url, DATA_DIR: path.join(folder, 'data'), PORT: '0' });
const service = await startService(settings, testLog('error').logger);
try {
  const { apiKey } = await createDemoCompany(service);
  const access = { PV_URL: service.url, PV_KEY: apiKey };
  environment = { ...process.env, ...access };
  for (const name of asked.length > 0 ? asked : Object.keys(generators)) await check(name, access);
} finally {
  await service.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
}
process.stdout.write(`${counts.passed} passed, ${counts.failed} failed\n`);
if (counts.failed > 0) process.exitCode = 1;
