// Generated from openapi/ by "npm run generate". Do not edit.
export const calls = {
  /** Retrieve an offer */
  getOfferPage: { method: "GET", path: "/pages/v1/offers/{token}", status: 200, readOnly: true, idempotent: false },
  /** Accept an offer */
  acceptOfferPage: { method: "POST", path: "/pages/v1/offers/{token}/accept", status: 200, readOnly: false, idempotent: true },
  /** Decline an offer */
  declineOfferPage: { method: "POST", path: "/pages/v1/offers/{token}/decline", status: 200, readOnly: false, idempotent: true },
  /** Withdraw from an accepted offer */
  withdrawOfferPage: { method: "POST", path: "/pages/v1/offers/{token}/withdrawal", status: 200, readOnly: false, idempotent: true },
  /** Retrieve an offer as PDF */
  getOfferPagePdf: { method: "GET", path: "/pages/v1/offers/{token}/document", status: 200, readOnly: true, idempotent: false },
  /** Retrieve a company */
  getCompanyPage: { method: "GET", path: "/pages/v1/companies/{handle}", status: 200, readOnly: true, idempotent: false },
  /** Retrieve a booking type */
  getBookingPage: { method: "GET", path: "/pages/v1/companies/{handle}/booking-types/{slug}", status: 200, readOnly: true, idempotent: false },
  /** List free slots */
  getPageSlots: { method: "GET", path: "/pages/v1/companies/{handle}/booking-types/{slug}/slots", status: 200, readOnly: true, idempotent: false },
  /** Book an appointment */
  createPageBooking: { method: "POST", path: "/pages/v1/companies/{handle}/booking-types/{slug}/bookings", status: 200, readOnly: false, idempotent: true },
  /** Submit a request of a configurator */
  submitRequest: { method: "POST", path: "/pages/v1/companies/{handle}/requests", status: 200, readOnly: false, idempotent: true },
  /** Retrieve a booking */
  getBookingByLink: { method: "GET", path: "/pages/v1/bookings/{token}", status: 200, readOnly: true, idempotent: false },
  /** Retrieve a booking for a calendar */
  getCalendarByLink: { method: "GET", path: "/pages/v1/bookings/{token}/calendar", status: 200, readOnly: true, idempotent: false },
  /** List free slots for a move */
  getSlotsByLink: { method: "GET", path: "/pages/v1/bookings/{token}/slots", status: 200, readOnly: true, idempotent: false },
  /** Move an appointment */
  rescheduleByLink: { method: "POST", path: "/pages/v1/bookings/{token}/reschedule", status: 200, readOnly: false, idempotent: true },
  /** Retrieve a checkout */
  getCheckout: { method: "GET", path: "/pages/v1/bookings/{token}/checkout", status: 200, readOnly: true, idempotent: false },
  /** Leave a checkout */
  deleteHold: { method: "DELETE", path: "/pages/v1/bookings/{token}/hold", status: 204, readOnly: false, idempotent: false },
  /** Cancel an appointment */
  cancelByLink: { method: "POST", path: "/pages/v1/bookings/{token}/cancel", status: 200, readOnly: false, idempotent: true },
  /** Withdraw from the contract about an appointment */
  withdrawByLink: { method: "POST", path: "/pages/v1/bookings/{token}/withdrawal", status: 200, readOnly: false, idempotent: true },
  /** Retrieve an appointment to confirm */
  getConfirmation: { method: "GET", path: "/pages/v1/confirmations/{token}", status: 200, readOnly: true, idempotent: false },
  /** Confirm an appointment */
  confirmBooking: { method: "POST", path: "/pages/v1/confirmations/{token}/confirm", status: 200, readOnly: false, idempotent: true },
  /** Receive an event of the payment provider */
  receivePaymentEvent: { method: "POST", path: "/pages/v1/payments/stripe/{account}", status: 200, readOnly: false, idempotent: false },
} as const;
