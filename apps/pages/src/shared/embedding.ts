/** Whether the page is shown in a frame of another website. */
export const isEmbedded = () => window.parent !== window;

/** For links to pages that no frame may show, such as a booking or a payment. */
export const outOfFrame = () => (isEmbedded() ? ({ target: '_top' } as const) : {});
