/** Whether the page is shown in a frame of another website. */
export const isEmbedded = () => window.parent !== window;

/** For links to pages that no frame may show, such as a booking or a payment. */
export const outOfFrame = () => (isEmbedded() ? ({ target: '_top' } as const) : {});

/** Tells the website how high the frame must be. Only websites that the company lists can show it. */
export function reportHeight(page: HTMLElement): void {
  document.documentElement.classList.add('embedded');
  new ResizeObserver(() =>
    window.parent.postMessage({ height: Math.ceil(page.getBoundingClientRect().height) }, '*'),
  ).observe(page);
}
