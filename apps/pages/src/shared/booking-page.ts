const name = 'booking-page';

/** Remembers, as long as the tab is open, where the customer books. */
export function rememberBookingPage(): void {
  try {
    sessionStorage.setItem(name, location.pathname);
  } catch {
    // Browsers may forbid to store anything: then no link leads back.
  }
}

/** Returns the path of the page on which the customer booked in this tab. */
export function lastBookingPage(): string | null {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
}
