const subjects = { address: 'client address', caller: 'caller', tenant: 'company' };

/**
 * The sentence about the limits of an operation, or an empty text if it has none.
 * @param {string[]} names its limits
 * @param {Record<string, {by: string, requests: number, seconds: number}>} limits those of the document
 */
export function limitsText(names = [], limits = {}) {
  const texts = names.filter((name) => name in limits).map((name) => limitText(limits[name]));
  return texts.length === 0 ? '' : `Limited to ${texts.join(', and ')}.`;
}

function limitText({ by, requests, seconds }) {
  return `${requests} ${requests === 1 ? 'request' : 'requests'} per ${duration(seconds)} and ${subjects[by]}`;
}

function duration(seconds) {
  const [unit, size] = [
    ['hour', 3600],
    ['minute', 60],
    ['second', 1],
  ].find(([, length]) => seconds % length === 0);
  const count = seconds / size;
  return count === 1 ? unit : `${count} ${unit}s`;
}
