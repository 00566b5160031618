// The scripts of every page. Without them everything can be read; search, form and copying need them.
const { root, document: documentName } = document.body.dataset;

/** Loads a script of the site. A classic one also loads from a disk. */
function load(name) {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `${root}/assets/${name}`;
    script.onload = resolve;
    script.onerror = reject;
    document.head.append(script);
  });
}

/** Reads or sets a preference. Browsers may forbid to store it. */
function preference(name, value) {
  try {
    if (value !== undefined) localStorage.setItem(name, value);
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

const scheme = document.querySelector('.scheme');
const { classList } = document.documentElement;
if (preference('scheme')) classList.add(preference('scheme'));
scheme.hidden = false;
scheme.onclick = () => {
  const prefersDark = !classList.contains('light') && matchMedia('(prefers-color-scheme: dark)').matches;
  const next = classList.contains('dark') || prefersDark ? 'light' : 'dark';
  classList.remove('light', 'dark');
  classList.add(next);
  preference('scheme', next);
};

if (matchMedia('(max-width: 760px)').matches) document.querySelector('.menu').open = false;
else document.querySelector('nav [aria-current]')?.scrollIntoView({ block: 'center' });

/** Opens what the fragment names, wherever it is, and leads addresses of the former reference on. */
async function followFragment() {
  const id = decodeURIComponent(location.hash.slice(1));
  if (id === '') return;
  const target = document.getElementById(id);
  if (target === null) {
    await load('moved.js');
    const name = id.split('/').at(-1).toLowerCase().replaceAll(' ', '-');
    const address = window.moved[documentName][name];
    if (address !== undefined) location.replace(`${root}/${address}`);
    return;
  }
  for (let box = target; box !== null; box = box.parentElement)
    if (box.tagName === 'DETAILS') box.open = true;
  target.scrollIntoView();
}
addEventListener('hashchange', followFragment);
void followFragment();

for (const box of document.querySelectorAll('.samples')) {
  const chosen = [...box.querySelectorAll('input')].find(({ value }) => value === preference('language'));
  if (chosen) chosen.checked = true;
  box.onchange = ({ target }) => preference('language', target.value);
  const copy = document.createElement('button');
  copy.type = 'button';
  copy.className = 'copy';
  copy.textContent = 'Copy';
  copy.onclick = async () => {
    const label = box.querySelector('label:has(:checked)');
    await navigator.clipboard.writeText(label.nextElementSibling.textContent);
    copy.textContent = 'Copied';
  };
  box.append(copy);
}

/** Loads the program of the search, MiniSearch and the index once. */
let searching;
function openSearch() {
  searching ??= Promise.all(['search.js', 'minisearch.js', 'search-index.js'].map(load)).then(() => {
    return load('search-dialog.js');
  });
  searching.then(() => window.showSearch(root));
}
const searchButton = document.querySelector('.open-search');
searchButton.hidden = false;
searchButton.onclick = openSearch;
addEventListener('keydown', (event) => {
  const typing = event.target.matches('input:not([type=radio]), textarea');
  const asked = (event.key === '/' && !typing) || (event.key === 'k' && (event.metaKey || event.ctrlKey));
  if (!asked) return;
  event.preventDefault();
  openSearch();
});

if (document.querySelector('.try')) void load('try-it.js');
