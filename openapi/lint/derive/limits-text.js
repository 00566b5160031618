const subjects = { address: 'client address', caller: 'caller', tenant: 'company' };

/**
 * The sentence about the limits of an operation, or an empty text if it has none.
 * @param {string[]} names its limits
 * @param {Record<string, {by: string, requests: number, seconds: number, counts?: 'successes'}>} limits those of the document
 */
export function limitsText(names = [], limits = {}) {
  const known = names.filter((name) => name in limits).map((name) => limits[name]);
  if (known.length === 0) return '';
  const limited = `Limited to ${known.map(limitText).join(', and ')}.`;
  return known.some(({ counts }) => counts === 'successes')
    ? `${limited} Successful requests are those with a status below 400, without repetitions with the same \`Idempotency-Key\`.`
    : limited;
}

function limitText({ by, requests, seconds, counts }) {
  const noun = requests === 1 ? 'request' : 'requests';
  return `${requests} ${counts === 'successes' ? `successful ${noun}` : noun} per ${duration(seconds)} and ${subjects[by]}`;
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
