import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { RequestHandler } from 'express';

/** The highest quality saves a tenth of the size, but takes 20 to 30 times as long while the first client waits. */
const goodBrotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

const compressors = {
  br: (content: Buffer) => promisify(brotliCompress)(content, goodBrotli),
  gzip: (content: Buffer) => promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
  identity: async (content: Buffer) => content,
} as const;

type Encoding = keyof typeof compressors;

/**
 * Serves a file that is generated, and compressed in each encoding, on first use only. Clients with a current copy get 304.
 *
 * @param cacheControl by default, clients ask each time
 */
export function compressed(
  type: string,
  generate: () => string | Buffer,
  cacheControl = 'public, max-age=0',
): RequestHandler {
  let generated: { content: Buffer; tag: string } | undefined;
  const encoded = new Map<Encoding, Promise<Buffer>>();

  function inEncoding(encoding: Encoding, content: Buffer): Promise<Buffer> {
    const compressed = encoded.get(encoding) ?? compressors[encoding](content);
    encoded.set(encoding, compressed);
    return compressed;
  }

  return async (request, response) => {
    if (!generated) {
      const content = Buffer.from(generate());
      generated = { content, tag: `W/"${hash('sha1', content, 'base64url')}"` };
    }
    const { content, tag } = generated;
    response.type(type).vary('Accept-Encoding').set({ ETag: tag, 'Cache-Control': cacheControl });
    if (request.fresh) {
      response.status(304).end();
      return;
    }
    const encoding = (request.acceptsEncodings(['br', 'gzip', 'identity']) || 'identity') as Encoding;
    if (encoding !== 'identity') response.set('Content-Encoding', encoding);
    response.send(await inEncoding(encoding, content));
  };
}
