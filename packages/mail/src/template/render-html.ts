import { type Html, html } from './html.ts';
import type { Block, Template } from './template.ts';

const font = 'font-family:Arial,Helvetica,sans-serif';

/** Keeps the line breaks of a text. */
function withBreaks(text: string): readonly Html[] {
  return text.split(/\r\n?|\n/).map((line, index) => (index === 0 ? html`${line}` : html`<br>${line}`));
}

function blockHtml(block: Block): Html {
  switch (block.kind) {
    case 'paragraph':
      return html`<p style="margin:0 0 16px">${withBreaks(block.text)}</p>`;
    case 'facts':
      return html`<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px">${block.facts.map(
        ([name, value]) =>
          html`<tr><td style="padding:2px 16px 2px 0;color:#555555;vertical-align:top">${name}</td><td style="padding:2px 0">${value}</td></tr>`,
      )}</table>`;
    case 'quote':
      return html`<blockquote style="margin:0 0 16px;padding:0 0 0 12px;border-left:3px solid #cccccc">${withBreaks(block.text)}</blockquote>`;
    case 'link':
      return html`<p style="margin:0 0 16px"><a href="${block.url}" style="color:#0b5cad">${block.label}</a></p>`;
  }
}

/** Renders a mail as HTML: one table of 600 pixels with inline styles, because mail programs ignore most of CSS. */
export function renderHtml({ language, subject, blocks, imprint }: Template): string {
  return html`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${subject}</title></head>
<body style="margin:0;padding:24px 0;background:#f4f4f4">
<table role="presentation" align="center" cellpadding="0" cellspacing="0" style="width:100%;max-width:600px;background:#ffffff">
<tr><td style="padding:32px;${font};font-size:16px;line-height:1.5;color:#1a1a1a">
${blocks.map(blockHtml)}
</td></tr>
<tr><td style="padding:0 32px 32px;${font};font-size:12px;line-height:1.5;color:#666666">${withBreaks(imprint.join('\n'))}</td></tr>
</table>
</body>
</html>
`.toString();
}
