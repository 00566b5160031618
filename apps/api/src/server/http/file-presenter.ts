import type { CalendarFile, Document } from '@pv-planning/contract/pages';
import type { Presenter } from '@pv-planning/server-kit';
import type { Request } from 'express';

/** The media types of files that customers load, by the end of the path of their operation. */
const fileTypes = new Map([
  ['document', 'application/pdf'],
  ['calendar', 'text/calendar'],
]);

/** Sends a file as itself to browsers that follow a link to it, and to callers who ask for its media type. Errors remain JSON. */
export function presenterOfFile(request: Request): Presenter | undefined {
  const type = fileTypes.get(request.path.split('/').at(-1) ?? '');
  if (type === undefined) return undefined;
  request.res?.vary('Accept');
  const accepted = request.accepts(['json', 'html', type]);
  if (accepted !== 'html' && accepted !== type) return undefined;
  return ({ status, body }, response) => {
    if (status !== 200) return void response.status(status).json(body);
    const { fileName, content } = body as Document | CalendarFile;
    response
      .type(type)
      .set('Content-Disposition', `inline; filename="${fileName}"`)
      .send(Buffer.from(content, 'base64'));
  };
}
