// The form that sends a request. The key is in the field alone: it is neither stored nor sent to another service.
const tryIt = document.querySelector('.try');
const form = tryIt.querySelector('form');
const answer = form.querySelector('.answer');
const { method, path } = form.dataset;

// The service has the reference below /docs/. A site on another server has no service.
const service = new URL('..', new URL(`${document.body.dataset.root}/`, location.href));
const mock = 'http://127.0.0.1:4010';
form.elements.service.value = location.protocol === 'file:' ? mock : service.href.replace(/\/$/, '');
form.elements.service.title = `The mock is at ${mock}.`;
tryIt.hidden = false;

/** Returns the request that the fields describe. Empty ones are left out. */
function requestOf({ service: address, key, body, ...fields }) {
  const headers = new Headers();
  const query = new URLSearchParams();
  let target = path;
  for (const [field, value] of Object.entries(fields)) {
    const [, place, name] = /^(\w+)\.(.*)$/.exec(field);
    if (place === 'path') target = target.replace(`{${name}}`, encodeURIComponent(value));
    else if (value !== '' && place === 'query') query.set(name, value);
    else if (value !== '') headers.set(name, value);
  }
  if (key) headers.set('Authorization', `Bearer ${key}`);
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  const search = query.size > 0 ? `?${query}` : '';
  return new Request(`${address.replace(/\/$/, '')}${target}${search}`, {
    method,
    headers,
    body,
    credentials: 'omit',
  });
}

/** Indents JSON; any other text stays as it is. */
function readable(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

form.onsubmit = async (event) => {
  event.preventDefault();
  answer.hidden = false;
  answer.textContent = '…';
  try {
    const response = await fetch(requestOf(Object.fromEntries(new FormData(form))));
    const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
    answer.textContent = `${response.status} ${response.statusText}\n${headers}\n\n${readable(await response.text())}`;
  } catch (error) {
    answer.textContent = `No answer from ${form.elements.service.value}: ${error.message}`;
  }
};
