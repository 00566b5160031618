// The dialog of the search. Arrow keys move through the results.
window.showSearch = (() => {
  const index = MiniSearch.loadJS(window.searchIndex, siteSearch.options);
  const dialog = document.createElement('dialog');
  dialog.ariaLabel = 'Search';
  dialog.innerHTML = `<form method="dialog" class="search-form">
<input type="search" aria-label="Search" placeholder="Operation, field, error code, Kundennummer" autocomplete="off">
<button>Close</button></form><p class="count" role="status"></p><ol class="results"></ol>`;
  document.body.append(dialog);
  const [input, count, list] = ['input', '.count', 'ol'].map((selector) => dialog.querySelector(selector));

  function element(name, className, text) {
    const made = document.createElement(name);
    if (className) made.className = className;
    if (text) made.textContent = text;
    return made;
  }

  function show(root) {
    const found = siteSearch.find(index, input.value);
    count.textContent =
      input.value === '' ? '' : found.length === 0 ? 'Nothing found' : `${found.length} results`;
    list.replaceChildren(
      ...found.map(({ title, kind, note, address }) => {
        const item = element('li');
        const link = element('a', 'result', title);
        link.href = `${root}/${address}`;
        link.append(element('span', 'kind', kind), element('small', '', note));
        link.onclick = () => dialog.close();
        item.append(link);
        return item;
      }),
    );
  }

  dialog.onkeydown = (event) => {
    const places = [input, ...list.querySelectorAll('a')];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    places[(places.indexOf(document.activeElement) + step + places.length) % places.length].focus();
  };
  // Enter opens the first result.
  input.onkeydown = (event) => {
    const first = list.querySelector('a');
    if (event.key !== 'Enter' || first === null) return;
    event.preventDefault();
    first.click();
  };

  return (root) => {
    input.oninput = () => show(root);
    if (!dialog.open) dialog.showModal();
    input.select();
  };
})();
