// Generated from openapi/ by "npm run generate". Do not edit.
export const events = {
  /** Customer created */
  "customer.created": { scope: "read:customers", fields: ["id", "firstName", "lastName", "email", "createdAt"] },
  /** Customer updated */
  "customer.updated": { scope: "read:customers", fields: ["id", "firstName", "lastName", "email", "createdAt"] },
  /** Customer deleted */
  "customer.deleted": { scope: "read:customers", fields: ["id", "firstName", "lastName", "email", "createdAt"] },
  /** Project created */
  "project.created": { scope: "read:projects", fields: ["id", "name", "customerId", "createdAt"] },
  /** Project updated */
  "project.updated": { scope: "read:projects", fields: ["id", "name", "customerId", "createdAt"] },
  /** Project deleted */
  "project.deleted": { scope: "read:projects", fields: ["id", "name", "customerId", "createdAt"] },
  /** Offer created */
  "offer.created": { scope: "read:offers", fields: ["id", "projectId", "name", "state", "isIndicationPrice", "createdAt"] },
  /** Offer updated */
  "offer.updated": { scope: "read:offers", fields: ["id", "projectId", "name", "state", "isIndicationPrice", "createdAt"] },
  /** Offer state changed */
  "offer.state_changed": { scope: "read:offers", fields: ["id", "projectId", "previousState", "state", "createdAt"] },
  /** Offer published */
  "offer.published": { scope: "read:offers", fields: ["id", "projectId", "state", "validTo", "createdAt"] },
  /** Offer accepted */
  "offer.accepted": { scope: "read:offers", fields: ["id", "projectId", "state", "acceptedAt", "createdAt"] },
  /** Offer deleted */
  "offer.deleted": { scope: "read:offers", fields: ["id", "projectId", "name", "state", "isIndicationPrice", "createdAt"] },
  /** Booking created */
  "booking.created": { scope: "read:bookings", fields: ["id", "source", "typeSlug", "typeName", "startsAt", "endsAt", "status", "paymentStatus", "priceCents", "amountPaidCents", "currency", "taxRate", "customer", "invoice", "planner", "stripe", "offerRequestId", "followUpOf", "createdAt"] },
  /** Booking rescheduled */
  "booking.rescheduled": { scope: "read:bookings", fields: ["id", "source", "typeSlug", "typeName", "startsAt", "endsAt", "status", "paymentStatus", "priceCents", "amountPaidCents", "currency", "taxRate", "customer", "invoice", "planner", "stripe", "offerRequestId", "followUpOf", "createdAt", "previousStartsAt"] },
  /** Booking reassigned */
  "booking.reassigned": { scope: "read:bookings", fields: ["id", "source", "typeSlug", "typeName", "startsAt", "endsAt", "status", "paymentStatus", "priceCents", "amountPaidCents", "currency", "taxRate", "customer", "invoice", "planner", "stripe", "offerRequestId", "followUpOf", "createdAt", "previousPlanner"] },
  /** Booking cancelled */
  "booking.cancelled": { scope: "read:bookings", fields: ["id", "source", "typeSlug", "typeName", "startsAt", "endsAt", "status", "paymentStatus", "priceCents", "amountPaidCents", "currency", "taxRate", "customer", "invoice", "planner", "stripe", "offerRequestId", "followUpOf", "createdAt", "cancellationReason", "cancelledAt", "refunded"] },
  /** Booking paid */
  "booking.payment_paid": { scope: "read:bookings", fields: ["id", "source", "typeSlug", "typeName", "startsAt", "endsAt", "status", "paymentStatus", "priceCents", "amountPaidCents", "currency", "taxRate", "customer", "invoice", "planner", "stripe", "offerRequestId", "followUpOf", "createdAt", "paidAt", "paymentMethod"] },
  /** Booking refunded */
  "booking.payment_refunded": { scope: "read:bookings", fields: ["id", "source", "typeSlug", "typeName", "startsAt", "endsAt", "status", "paymentStatus", "priceCents", "amountPaidCents", "currency", "taxRate", "customer", "invoice", "planner", "stripe", "offerRequestId", "followUpOf", "createdAt", "refundedAt", "refundAmountCents"] },
  /** Booking completed */
  "booking.completed": { scope: "read:bookings", fields: ["id", "source", "typeSlug", "typeName", "startsAt", "endsAt", "status", "paymentStatus", "priceCents", "amountPaidCents", "currency", "taxRate", "customer", "invoice", "planner", "stripe", "offerRequestId", "followUpOf", "createdAt"] },
  /** Booking no-show */
  "booking.no_show": { scope: "read:bookings", fields: ["id", "source", "typeSlug", "typeName", "startsAt", "endsAt", "status", "paymentStatus", "priceCents", "amountPaidCents", "currency", "taxRate", "customer", "invoice", "planner", "stripe", "offerRequestId", "followUpOf", "createdAt"] },
  /** Product created */
  "material.created": { scope: "read:materials", fields: ["id", "materialType", "name", "archived", "manufacturerId"] },
  /** Product updated */
  "material.updated": { scope: "read:materials", fields: ["id", "materialType", "name", "archived", "manufacturerId"] },
  /** Product deleted */
  "material.deleted": { scope: "read:materials", fields: ["id", "materialType", "name", "archived", "manufacturerId"] },
} as const;
