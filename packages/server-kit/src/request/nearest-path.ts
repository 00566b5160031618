import { distance } from 'fastest-levenshtein';

/** Longer paths get no suggestion, since comparing takes time. */
const maxLength = 300;

const isParameter = (segment: string) => segment.startsWith('{');

const plain = (segment: string) => segment.toLowerCase().replaceAll('_', '-');

/** Returns the number of characters in which a path differs from a template; infinite if it is another path. */
function difference(template: readonly string[], segments: readonly string[]): number {
  if (template.length !== segments.length) return Number.POSITIVE_INFINITY;
  return template.reduce((sum, name, index) => {
    if (isParameter(name)) return sum;
    const different = distance(name, plain(segments[index] ?? ''));
    return sum + (different <= Math.max(1, name.length / 4) ? different : Number.POSITIVE_INFINITY);
  }, 0);
}

/**
 * Returns a function that suggests a path for an unknown one: without a slash at the end or doubled slashes, with the first segment that
 * all paths share, with the nearest names. It returns undefined if no path is similar.
 */
export function nearestPath(paths: Iterable<string>): (path: string) => string | undefined {
  const templates = [...new Set(paths)].map((path) => path.split('/').slice(1));
  const [[root = ''] = []] = templates;
  return (path) => {
    if (path.length > maxLength) return undefined;
    const given = path.split('/').filter((segment) => segment !== '');
    const meant = [given, [root, ...given], given.slice(1)].flatMap((segments) =>
      templates.map((template) => ({ template, segments, by: difference(template, segments) })),
    );
    const [first, ...others] = meant;
    if (first === undefined) return undefined;
    const { template, segments, by } = others.reduce((best, one) => (one.by < best.by ? one : best), first);
    if (by === Number.POSITIVE_INFINITY) return undefined;
    return `/${template.map((name, index) => (isParameter(name) ? segments[index] : name)).join('/')}`;
  };
}
