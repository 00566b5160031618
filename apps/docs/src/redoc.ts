import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { OpenApiDocument } from '@pv-planning/contract/document';
import type { Contract } from './contract.ts';
import { html } from './html.ts';
import { referencePage } from './links.ts';
import { bar, barHeight, head } from './shell.ts';

const options = {
  scrollYOffset: barHeight,
  codeSamples: { languages: [{ lang: 'curl' }, { lang: 'TypeScript' }, { lang: 'Payload' }] },
  hideSchemaTitles: true,
  schemasExpansionLevel: 0,
};

/** Renders the page with all operations and events: Redoc, self-contained. */
export function referenceHtml(contract: Contract, document: OpenApiDocument): string {
  const folder = mkdtempSync(join(tmpdir(), 'pv-reference-'));
  try {
    writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document));
    writeFileSync(join(folder, 'template.hbs'), template(contract));
    const cli = join(
      dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')),
      'bin/cli.js',
    );
    const commandLine = ['build-docs', 'openapi.json', '--inlineBundle', '--output', 'index.html'];
    const settings = ['--template', 'template.hbs', '--openapi', JSON.stringify(options)];
    // A separate folder: the repository's redocly.yaml would apply its decorators again.
    execFileSync(process.execPath, [cli, ...commandLine, ...settings], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    });
    return selfContained(readFileSync(join(folder, 'index.html'), 'utf8'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function template(contract: Contract): string {
  const { title, summary = title } = contract.document.info;
  return html`<!doctype html>
<html lang="en">
<head>
${head(title, summary)}
${{ markup: '{{{redocHead}}}' }}
</head>
<body>
${bar(contract, referencePage)}
${{ markup: '{{{redocHTML}}}' }}
</body>
</html>
`.markup;
}

/**
 * Removes external and absolute addresses: Redoc loads its vendor's logo, and its prerendered menu links to the root of the
 * host.
 */
function selfContained(page: string): string {
  const logo = `data:image/svg+xml,${encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" width="50" height="14"><text y="11" font-family="sans-serif" font-size="12" fill="#4a86f0">Redocly</text></svg>',
  )}`;
  const [menu = '', ...program] = page.split('<script type="module">');
  return [
    menu.replaceAll(/href="\/([^"/]*)"/g, 'href="#/$1"'),
    ...program.map((part) => part.replaceAll(/https:\/\/cdn\.redoc\.ly\/[\w./-]+\.svg/g, logo)),
  ].join('<script type="module">');
}
