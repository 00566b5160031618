// Generated from openapi/ by "npm run generate". Do not edit.
export const calls = {
  /** List customers */
  listCustomers: { method: "GET", path: "/v1/customers", status: 200, readOnly: true, idempotent: false },
  /** Create a customer */
  createCustomer: { method: "POST", path: "/v1/customers", status: 201, readOnly: false, idempotent: true },
  /** Create or update customers by external id */
  upsertCustomers: { method: "POST", path: "/v1/customers/upsert", status: 200, readOnly: false, idempotent: true },
  /** Retrieve a customer */
  getCustomer: { method: "GET", path: "/v1/customers/{id}", status: 200, readOnly: true, idempotent: false },
  /** Update a customer */
  updateCustomer: { method: "PATCH", path: "/v1/customers/{id}", status: 200, readOnly: false, idempotent: true },
  /** Delete a customer */
  deleteCustomer: { method: "DELETE", path: "/v1/customers/{id}", status: 204, readOnly: false, idempotent: false },
  /** List projects */
  listProjects: { method: "GET", path: "/v1/projects", status: 200, readOnly: true, idempotent: false },
  /** Create a project */
  createProject: { method: "POST", path: "/v1/projects", status: 201, readOnly: false, idempotent: true },
  /** Create or update projects by external id */
  upsertProjects: { method: "POST", path: "/v1/projects/upsert", status: 200, readOnly: false, idempotent: true },
  /** Retrieve a project */
  getProject: { method: "GET", path: "/v1/projects/{id}", status: 200, readOnly: true, idempotent: false },
  /** Update a project */
  updateProject: { method: "PATCH", path: "/v1/projects/{id}", status: 200, readOnly: false, idempotent: true },
  /** Delete a project */
  deleteProject: { method: "DELETE", path: "/v1/projects/{id}", status: 204, readOnly: false, idempotent: false },
  /** Add a roof */
  createRoof: { method: "POST", path: "/v1/projects/{id}/roofs", status: 201, readOnly: false, idempotent: true },
  /** Update a roof */
  updateRoof: { method: "PATCH", path: "/v1/projects/{id}/roofs/{roofId}", status: 200, readOnly: false, idempotent: true },
  /** Delete a roof */
  deleteRoof: { method: "DELETE", path: "/v1/projects/{id}/roofs/{roofId}", status: 204, readOnly: false, idempotent: false },
  /** List manufacturers */
  listManufacturers: { method: "GET", path: "/v1/manufacturers", status: 200, readOnly: true, idempotent: false },
  /** Create a manufacturer */
  createManufacturer: { method: "POST", path: "/v1/manufacturers", status: 201, readOnly: false, idempotent: true },
  /** Create or update manufacturers by external id */
  upsertManufacturers: { method: "POST", path: "/v1/manufacturers/upsert", status: 200, readOnly: false, idempotent: true },
  /** Retrieve a manufacturer */
  getManufacturer: { method: "GET", path: "/v1/manufacturers/{id}", status: 200, readOnly: true, idempotent: false },
  /** Update a manufacturer */
  updateManufacturer: { method: "PATCH", path: "/v1/manufacturers/{id}", status: 200, readOnly: false, idempotent: true },
  /** Delete a manufacturer */
  deleteManufacturer: { method: "DELETE", path: "/v1/manufacturers/{id}", status: 204, readOnly: false, idempotent: false },
  /** List PV modules */
  listPvModules: { method: "GET", path: "/v1/pv-modules", status: 200, readOnly: true, idempotent: false },
  /** Create a PV module */
  createPvModule: { method: "POST", path: "/v1/pv-modules", status: 201, readOnly: false, idempotent: true },
  /** Retrieve a PV module */
  getPvModule: { method: "GET", path: "/v1/pv-modules/{id}", status: 200, readOnly: true, idempotent: false },
  /** Update a PV module */
  updatePvModule: { method: "PATCH", path: "/v1/pv-modules/{id}", status: 200, readOnly: false, idempotent: true },
  /** Delete a PV module */
  deletePvModule: { method: "DELETE", path: "/v1/pv-modules/{id}", status: 204, readOnly: false, idempotent: false },
  /** List batteries */
  listBatteries: { method: "GET", path: "/v1/batteries", status: 200, readOnly: true, idempotent: false },
  /** Create a battery */
  createBattery: { method: "POST", path: "/v1/batteries", status: 201, readOnly: false, idempotent: true },
  /** Retrieve a battery */
  getBattery: { method: "GET", path: "/v1/batteries/{id}", status: 200, readOnly: true, idempotent: false },
  /** Update a battery */
  updateBattery: { method: "PATCH", path: "/v1/batteries/{id}", status: 200, readOnly: false, idempotent: true },
  /** Delete a battery */
  deleteBattery: { method: "DELETE", path: "/v1/batteries/{id}", status: 204, readOnly: false, idempotent: false },
  /** List inverters */
  listInverters: { method: "GET", path: "/v1/inverters", status: 200, readOnly: true, idempotent: false },
  /** Create an inverter */
  createInverter: { method: "POST", path: "/v1/inverters", status: 201, readOnly: false, idempotent: true },
  /** Retrieve an inverter */
  getInverter: { method: "GET", path: "/v1/inverters/{id}", status: 200, readOnly: true, idempotent: false },
  /** Update an inverter */
  updateInverter: { method: "PATCH", path: "/v1/inverters/{id}", status: 200, readOnly: false, idempotent: true },
  /** Delete an inverter */
  deleteInverter: { method: "DELETE", path: "/v1/inverters/{id}", status: 204, readOnly: false, idempotent: false },
  /** List wallboxes */
  listWallboxes: { method: "GET", path: "/v1/wallboxes", status: 200, readOnly: true, idempotent: false },
  /** Create a wallbox */
  createWallbox: { method: "POST", path: "/v1/wallboxes", status: 201, readOnly: false, idempotent: true },
  /** Retrieve a wallbox */
  getWallbox: { method: "GET", path: "/v1/wallboxes/{id}", status: 200, readOnly: true, idempotent: false },
  /** Update a wallbox */
  updateWallbox: { method: "PATCH", path: "/v1/wallboxes/{id}", status: 200, readOnly: false, idempotent: true },
  /** Delete a wallbox */
  deleteWallbox: { method: "DELETE", path: "/v1/wallboxes/{id}", status: 204, readOnly: false, idempotent: false },
  /** List equipment */
  listEquipment: { method: "GET", path: "/v1/equipment", status: 200, readOnly: true, idempotent: false },
  /** Create equipment */
  createEquipment: { method: "POST", path: "/v1/equipment", status: 201, readOnly: false, idempotent: true },
  /** Retrieve equipment */
  getEquipment: { method: "GET", path: "/v1/equipment/{id}", status: 200, readOnly: true, idempotent: false },
  /** Update equipment */
  updateEquipment: { method: "PATCH", path: "/v1/equipment/{id}", status: 200, readOnly: false, idempotent: true },
  /** Delete equipment */
  deleteEquipment: { method: "DELETE", path: "/v1/equipment/{id}", status: 204, readOnly: false, idempotent: false },
  /** List misc materials */
  listMiscMaterials: { method: "GET", path: "/v1/misc-materials", status: 200, readOnly: true, idempotent: false },
  /** Create a misc material */
  createMiscMaterial: { method: "POST", path: "/v1/misc-materials", status: 201, readOnly: false, idempotent: true },
  /** Retrieve a misc material */
  getMiscMaterial: { method: "GET", path: "/v1/misc-materials/{id}", status: 200, readOnly: true, idempotent: false },
  /** Update a misc material */
  updateMiscMaterial: { method: "PATCH", path: "/v1/misc-materials/{id}", status: 200, readOnly: false, idempotent: true },
  /** Delete a misc material */
  deleteMiscMaterial: { method: "DELETE", path: "/v1/misc-materials/{id}", status: 204, readOnly: false, idempotent: false },
  /** List mounting systems */
  listSubconstructions: { method: "GET", path: "/v1/subconstructions", status: 200, readOnly: true, idempotent: false },
  /** Create a mounting system */
  createSubconstruction: { method: "POST", path: "/v1/subconstructions", status: 201, readOnly: false, idempotent: true },
  /** Retrieve a mounting system */
  getSubconstruction: { method: "GET", path: "/v1/subconstructions/{id}", status: 200, readOnly: true, idempotent: false },
  /** Update a mounting system */
  updateSubconstruction: { method: "PATCH", path: "/v1/subconstructions/{id}", status: 200, readOnly: false, idempotent: true },
  /** Delete a mounting system */
  deleteSubconstruction: { method: "DELETE", path: "/v1/subconstructions/{id}", status: 204, readOnly: false, idempotent: false },
  /** List emergency power products */
  listEmergencyPower: { method: "GET", path: "/v1/emergency-power", status: 200, readOnly: true, idempotent: false },
  /** Create an emergency power product */
  createEmergencyPower: { method: "POST", path: "/v1/emergency-power", status: 201, readOnly: false, idempotent: true },
  /** Retrieve an emergency power product */
  getEmergencyPower: { method: "GET", path: "/v1/emergency-power/{id}", status: 200, readOnly: true, idempotent: false },
  /** Update an emergency power product */
  updateEmergencyPower: { method: "PATCH", path: "/v1/emergency-power/{id}", status: 200, readOnly: false, idempotent: true },
  /** Delete an emergency power product */
  deleteEmergencyPower: { method: "DELETE", path: "/v1/emergency-power/{id}", status: 204, readOnly: false, idempotent: false },
  /** List products of all types */
  listMaterials: { method: "GET", path: "/v1/materials", status: 200, readOnly: true, idempotent: false },
  /** Import a price list */
  importPriceList: { method: "POST", path: "/v1/materials/price-list-import", status: 200, readOnly: false, idempotent: true },
  /** Retrieve a product of any type */
  getMaterial: { method: "GET", path: "/v1/materials/{type}/{id}", status: 200, readOnly: true, idempotent: false },
  /** List services */
  listServices: { method: "GET", path: "/v1/services", status: 200, readOnly: true, idempotent: false },
  /** Create a service */
  createService: { method: "POST", path: "/v1/services", status: 201, readOnly: false, idempotent: true },
  /** Create or update services by external id */
  upsertServices: { method: "POST", path: "/v1/services/upsert", status: 200, readOnly: false, idempotent: true },
  /** Retrieve a service */
  getService: { method: "GET", path: "/v1/services/{id}", status: 200, readOnly: true, idempotent: false },
  /** Update a service */
  updateService: { method: "PATCH", path: "/v1/services/{id}", status: 200, readOnly: false, idempotent: true },
  /** Delete a service */
  deleteService: { method: "DELETE", path: "/v1/services/{id}", status: 204, readOnly: false, idempotent: false },
  /** List offer requests */
  listOfferRequests: { method: "GET", path: "/v1/offer-requests", status: 200, readOnly: true, idempotent: false },
  /** Create an offer request */
  createOfferRequest: { method: "POST", path: "/v1/offer-requests", status: 201, readOnly: false, idempotent: true },
  /** Retrieve an offer request */
  getOfferRequest: { method: "GET", path: "/v1/offer-requests/{id}", status: 200, readOnly: true, idempotent: false },
  /** Update an offer request */
  updateOfferRequest: { method: "PATCH", path: "/v1/offer-requests/{id}", status: 200, readOnly: false, idempotent: true },
  /** Delete an offer request */
  deleteOfferRequest: { method: "DELETE", path: "/v1/offer-requests/{id}", status: 204, readOnly: false, idempotent: false },
  /** Convert an offer request */
  convertOfferRequest: { method: "POST", path: "/v1/offer-requests/{id}/convert", status: 200, readOnly: false, idempotent: true },
  /** List offers */
  listOffers: { method: "GET", path: "/v1/offers", status: 200, readOnly: true, idempotent: false },
  /** Create an offer */
  createOffer: { method: "POST", path: "/v1/offers", status: 201, readOnly: false, idempotent: true },
  /** Retrieve an offer */
  getOffer: { method: "GET", path: "/v1/offers/{id}", status: 200, readOnly: true, idempotent: false },
  /** Update an offer */
  updateOffer: { method: "PATCH", path: "/v1/offers/{id}", status: 200, readOnly: false, idempotent: true },
  /** Delete an offer */
  deleteOffer: { method: "DELETE", path: "/v1/offers/{id}", status: 204, readOnly: false, idempotent: false },
  /** List lines of modules of an offer */
  listOfferModules: { method: "GET", path: "/v1/offers/{id}/modules", status: 200, readOnly: true, idempotent: false },
  /** Add a line of modules to an offer */
  createOfferModule: { method: "POST", path: "/v1/offers/{id}/modules", status: 201, readOnly: false, idempotent: true },
  /** Retrieve a line of modules of an offer */
  getOfferModule: { method: "GET", path: "/v1/offers/{id}/modules/{lineId}", status: 200, readOnly: true, idempotent: false },
  /** Change a line of modules of an offer */
  updateOfferModule: { method: "PATCH", path: "/v1/offers/{id}/modules/{lineId}", status: 200, readOnly: false, idempotent: true },
  /** Remove a line of modules from an offer */
  deleteOfferModule: { method: "DELETE", path: "/v1/offers/{id}/modules/{lineId}", status: 204, readOnly: false, idempotent: false },
  /** List inverters of an offer */
  listOfferInverters: { method: "GET", path: "/v1/offers/{id}/inverters", status: 200, readOnly: true, idempotent: false },
  /** Add an inverter to an offer */
  createOfferInverter: { method: "POST", path: "/v1/offers/{id}/inverters", status: 201, readOnly: false, idempotent: true },
  /** Retrieve an inverter of an offer */
  getOfferInverter: { method: "GET", path: "/v1/offers/{id}/inverters/{lineId}", status: 200, readOnly: true, idempotent: false },
  /** Change an inverter of an offer */
  updateOfferInverter: { method: "PATCH", path: "/v1/offers/{id}/inverters/{lineId}", status: 200, readOnly: false, idempotent: true },
  /** Remove an inverter from an offer */
  deleteOfferInverter: { method: "DELETE", path: "/v1/offers/{id}/inverters/{lineId}", status: 204, readOnly: false, idempotent: false },
  /** List batteries of an offer */
  listOfferBatteries: { method: "GET", path: "/v1/offers/{id}/batteries", status: 200, readOnly: true, idempotent: false },
  /** Add a battery to an offer */
  createOfferBattery: { method: "POST", path: "/v1/offers/{id}/batteries", status: 201, readOnly: false, idempotent: true },
  /** Retrieve a battery of an offer */
  getOfferBattery: { method: "GET", path: "/v1/offers/{id}/batteries/{lineId}", status: 200, readOnly: true, idempotent: false },
  /** Change a battery of an offer */
  updateOfferBattery: { method: "PATCH", path: "/v1/offers/{id}/batteries/{lineId}", status: 200, readOnly: false, idempotent: true },
  /** Remove a battery from an offer */
  deleteOfferBattery: { method: "DELETE", path: "/v1/offers/{id}/batteries/{lineId}", status: 204, readOnly: false, idempotent: false },
  /** List wallboxes of an offer */
  listOfferWallboxes: { method: "GET", path: "/v1/offers/{id}/wallboxes", status: 200, readOnly: true, idempotent: false },
  /** Add a wallbox to an offer */
  createOfferWallbox: { method: "POST", path: "/v1/offers/{id}/wallboxes", status: 201, readOnly: false, idempotent: true },
  /** Retrieve a wallbox of an offer */
  getOfferWallbox: { method: "GET", path: "/v1/offers/{id}/wallboxes/{lineId}", status: 200, readOnly: true, idempotent: false },
  /** Change a wallbox of an offer */
  updateOfferWallbox: { method: "PATCH", path: "/v1/offers/{id}/wallboxes/{lineId}", status: 200, readOnly: false, idempotent: true },
  /** Remove a wallbox from an offer */
  deleteOfferWallbox: { method: "DELETE", path: "/v1/offers/{id}/wallboxes/{lineId}", status: 204, readOnly: false, idempotent: false },
  /** List mounting systems of an offer */
  listOfferSubconstructions: { method: "GET", path: "/v1/offers/{id}/subconstructions", status: 200, readOnly: true, idempotent: false },
  /** Add a mounting system to an offer */
  createOfferSubconstruction: { method: "POST", path: "/v1/offers/{id}/subconstructions", status: 201, readOnly: false, idempotent: true },
  /** Retrieve a mounting system of an offer */
  getOfferSubconstruction: { method: "GET", path: "/v1/offers/{id}/subconstructions/{lineId}", status: 200, readOnly: true, idempotent: false },
  /** Change a mounting system of an offer */
  updateOfferSubconstruction: { method: "PATCH", path: "/v1/offers/{id}/subconstructions/{lineId}", status: 200, readOnly: false, idempotent: true },
  /** Remove a mounting system from an offer */
  deleteOfferSubconstruction: { method: "DELETE", path: "/v1/offers/{id}/subconstructions/{lineId}", status: 204, readOnly: false, idempotent: false },
  /** List equipment of an offer */
  listOfferEquipment: { method: "GET", path: "/v1/offers/{id}/equipment", status: 200, readOnly: true, idempotent: false },
  /** Add equipment to an offer */
  createOfferEquipment: { method: "POST", path: "/v1/offers/{id}/equipment", status: 201, readOnly: false, idempotent: true },
  /** Retrieve equipment of an offer */
  getOfferEquipment: { method: "GET", path: "/v1/offers/{id}/equipment/{lineId}", status: 200, readOnly: true, idempotent: false },
  /** Change equipment of an offer */
  updateOfferEquipment: { method: "PATCH", path: "/v1/offers/{id}/equipment/{lineId}", status: 200, readOnly: false, idempotent: true },
  /** Remove equipment from an offer */
  deleteOfferEquipment: { method: "DELETE", path: "/v1/offers/{id}/equipment/{lineId}", status: 204, readOnly: false, idempotent: false },
  /** List emergency power of an offer */
  listOfferEmergencyPower: { method: "GET", path: "/v1/offers/{id}/emergency-power", status: 200, readOnly: true, idempotent: false },
  /** Add emergency power to an offer */
  createOfferEmergencyPower: { method: "POST", path: "/v1/offers/{id}/emergency-power", status: 201, readOnly: false, idempotent: true },
  /** Retrieve emergency power of an offer */
  getOfferEmergencyPower: { method: "GET", path: "/v1/offers/{id}/emergency-power/{lineId}", status: 200, readOnly: true, idempotent: false },
  /** Change emergency power of an offer */
  updateOfferEmergencyPower: { method: "PATCH", path: "/v1/offers/{id}/emergency-power/{lineId}", status: 200, readOnly: false, idempotent: true },
  /** Remove emergency power from an offer */
  deleteOfferEmergencyPower: { method: "DELETE", path: "/v1/offers/{id}/emergency-power/{lineId}", status: 204, readOnly: false, idempotent: false },
  /** List misc materials of an offer */
  listOfferMiscMaterials: { method: "GET", path: "/v1/offers/{id}/misc-materials", status: 200, readOnly: true, idempotent: false },
  /** Add a misc material to an offer */
  createOfferMiscMaterial: { method: "POST", path: "/v1/offers/{id}/misc-materials", status: 201, readOnly: false, idempotent: true },
  /** Retrieve a misc material of an offer */
  getOfferMiscMaterial: { method: "GET", path: "/v1/offers/{id}/misc-materials/{lineId}", status: 200, readOnly: true, idempotent: false },
  /** Change a misc material of an offer */
  updateOfferMiscMaterial: { method: "PATCH", path: "/v1/offers/{id}/misc-materials/{lineId}", status: 200, readOnly: false, idempotent: true },
  /** Remove a misc material from an offer */
  deleteOfferMiscMaterial: { method: "DELETE", path: "/v1/offers/{id}/misc-materials/{lineId}", status: 204, readOnly: false, idempotent: false },
  /** List services of an offer */
  listOfferServices: { method: "GET", path: "/v1/offers/{id}/services", status: 200, readOnly: true, idempotent: false },
  /** Add a service to an offer */
  createOfferService: { method: "POST", path: "/v1/offers/{id}/services", status: 201, readOnly: false, idempotent: true },
  /** Retrieve a service of an offer */
  getOfferService: { method: "GET", path: "/v1/offers/{id}/services/{lineId}", status: 200, readOnly: true, idempotent: false },
  /** Change a service of an offer */
  updateOfferService: { method: "PATCH", path: "/v1/offers/{id}/services/{lineId}", status: 200, readOnly: false, idempotent: true },
  /** Remove a service from an offer */
  deleteOfferService: { method: "DELETE", path: "/v1/offers/{id}/services/{lineId}", status: 204, readOnly: false, idempotent: false },
  /** List additional costs of an offer */
  listOfferAdditionalCosts: { method: "GET", path: "/v1/offers/{id}/additional-costs", status: 200, readOnly: true, idempotent: false },
  /** Add an additional cost to an offer */
  createOfferAdditionalCost: { method: "POST", path: "/v1/offers/{id}/additional-costs", status: 201, readOnly: false, idempotent: true },
  /** Retrieve an additional cost of an offer */
  getOfferAdditionalCost: { method: "GET", path: "/v1/offers/{id}/additional-costs/{lineId}", status: 200, readOnly: true, idempotent: false },
  /** Change an additional cost of an offer */
  updateOfferAdditionalCost: { method: "PATCH", path: "/v1/offers/{id}/additional-costs/{lineId}", status: 200, readOnly: false, idempotent: true },
  /** Remove an additional cost from an offer */
  deleteOfferAdditionalCost: { method: "DELETE", path: "/v1/offers/{id}/additional-costs/{lineId}", status: 204, readOnly: false, idempotent: false },
  /** Duplicate an offer */
  duplicateOffer: { method: "POST", path: "/v1/offers/{id}/duplicate", status: 201, readOnly: false, idempotent: true },
  /** Plan the strings of an offer */
  planOfferStrings: { method: "POST", path: "/v1/offers/{id}/plan-strings", status: 200, readOnly: false, idempotent: true },
  /** Publish an offer */
  publishOffer: { method: "POST", path: "/v1/offers/{id}/publish", status: 200, readOnly: false, idempotent: true },
  /** Correct the recipient of a published offer */
  correctOfferRecipient: { method: "POST", path: "/v1/offers/{id}/recipient", status: 200, readOnly: false, idempotent: true },
  /** Accept an offer */
  acceptOffer: { method: "POST", path: "/v1/offers/{id}/accept", status: 200, readOnly: false, idempotent: true },
  /** Decline an offer */
  declineOffer: { method: "POST", path: "/v1/offers/{id}/decline", status: 200, readOnly: false, idempotent: true },
  /** Generate a string plan as PDF */
  generateStringPlan: { method: "POST", path: "/v1/offers/{id}/string-plan", status: 200, readOnly: true, idempotent: false },
  /** Generate registration forms as PDF */
  generateNetworkCarrierDocuments: { method: "POST", path: "/v1/offers/{id}/network-carrier-documents", status: 200, readOnly: true, idempotent: false },
  /** Generate an offer as PDF */
  generateOfferDocument: { method: "POST", path: "/v1/offers/{id}/document", status: 200, readOnly: true, idempotent: false },
  /** Create the link to an offer */
  createOfferLink: { method: "POST", path: "/v1/offers/{id}/link", status: 200, readOnly: false, idempotent: true },
  /** Check and plan strings without an offer */
  checkStrings: { method: "POST", path: "/v1/string-plans", status: 200, readOnly: true, idempotent: false },
  /** List bookings */
  listBookings: { method: "GET", path: "/v1/bookings", status: 200, readOnly: true, idempotent: false },
  /** Create a booking */
  createBooking: { method: "POST", path: "/v1/bookings", status: 201, readOnly: false, idempotent: true },
  /** Retrieve a booking */
  getBooking: { method: "GET", path: "/v1/bookings/{id}", status: 200, readOnly: true, idempotent: false },
  /** Create a follow-up booking */
  createFollowUp: { method: "POST", path: "/v1/bookings/{id}/follow-up", status: 201, readOnly: false, idempotent: true },
  /** Move a booking */
  rescheduleBooking: { method: "POST", path: "/v1/bookings/{id}/reschedule", status: 200, readOnly: false, idempotent: true },
  /** Hand over a booking */
  reassignBooking: { method: "POST", path: "/v1/bookings/{id}/reassign", status: 200, readOnly: false, idempotent: true },
  /** Cancel a booking */
  cancelBooking: { method: "POST", path: "/v1/bookings/{id}/cancel", status: 200, readOnly: false, idempotent: true },
  /** Settle a booking */
  settleBooking: { method: "POST", path: "/v1/bookings/{id}/settle", status: 200, readOnly: false, idempotent: true },
  /** Complete a booking */
  completeBooking: { method: "POST", path: "/v1/bookings/{id}/complete", status: 200, readOnly: false, idempotent: true },
  /** Mark a booking as no-show */
  markBookingNoShow: { method: "POST", path: "/v1/bookings/{id}/no-show", status: 200, readOnly: false, idempotent: true },
  /** List booking types */
  listBookingTypes: { method: "GET", path: "/v1/booking-types", status: 200, readOnly: true, idempotent: false },
  /** Retrieve a booking type */
  getBookingType: { method: "GET", path: "/v1/booking-types/{slug}", status: 200, readOnly: true, idempotent: false },
  /** List free slots */
  getSlots: { method: "GET", path: "/v1/booking-types/{slug}/slots", status: 200, readOnly: true, idempotent: false },
  /** List grid operators */
  listGridOperators: { method: "GET", path: "/v1/grid-operators", status: 200, readOnly: true, idempotent: false },
  /** Retrieve a grid operator */
  getGridOperator: { method: "GET", path: "/v1/grid-operators/{id}", status: 200, readOnly: true, idempotent: false },
  /** List electrical contractors */
  listElectricalContractors: { method: "GET", path: "/v1/electrical-contractors", status: 200, readOnly: true, idempotent: false },
  /** Report on offers */
  getOfferAnalytics: { method: "GET", path: "/v1/analytics/offers", status: 200, readOnly: true, idempotent: false },
  /** Report on offer requests */
  getOfferRequestAnalytics: { method: "GET", path: "/v1/analytics/offer-requests", status: 200, readOnly: true, idempotent: false },
  /** Report on conversion */
  getConversionAnalytics: { method: "GET", path: "/v1/analytics/conversion", status: 200, readOnly: true, idempotent: false },
  /** Report on customers */
  getCustomerAnalytics: { method: "GET", path: "/v1/analytics/customers", status: 200, readOnly: true, idempotent: false },
  /** Report on materials */
  getMaterialAnalytics: { method: "GET", path: "/v1/analytics/materials", status: 200, readOnly: true, idempotent: false },
  /** Retrieve the company profile */
  getCompany: { method: "GET", path: "/v1/company", status: 200, readOnly: true, idempotent: false },
  /** List team members */
  listMembers: { method: "GET", path: "/v1/company/members", status: 200, readOnly: true, idempotent: false },
  /** Retrieve a team member */
  getMember: { method: "GET", path: "/v1/company/members/{id}", status: 200, readOnly: true, idempotent: false },
  /** List sites */
  listSites: { method: "GET", path: "/v1/company/sites", status: 200, readOnly: true, idempotent: false },
  /** Retrieve a site */
  getSite: { method: "GET", path: "/v1/company/sites/{id}", status: 200, readOnly: true, idempotent: false },
  /** List events */
  listEvents: { method: "GET", path: "/v1/events", status: 200, readOnly: true, idempotent: false },
  /** Retrieve an event */
  getEvent: { method: "GET", path: "/v1/events/{id}", status: 200, readOnly: true, idempotent: false },
} as const;
