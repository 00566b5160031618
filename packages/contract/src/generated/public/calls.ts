// Generated from openapi/ by "npm run generate". Do not edit.
export const calls = {
  /** List customers */
  listCustomers: { method: "GET", path: "/v1/customers", status: 200, readOnly: true, idempotent: false },
  /** Create a customer */
  createCustomer: { method: "POST", path: "/v1/customers", status: 201, readOnly: false, idempotent: true },
  /** Retrieve a customer */
  getCustomer: { method: "GET", path: "/v1/customers/{id}", status: 200, readOnly: true, idempotent: false },
  /** Update a customer */
  updateCustomer: { method: "PATCH", path: "/v1/customers/{id}", status: 200, readOnly: false, idempotent: false },
  /** Delete a customer */
  deleteCustomer: { method: "DELETE", path: "/v1/customers/{id}", status: 204, readOnly: false, idempotent: false },
  /** List projects */
  listProjects: { method: "GET", path: "/v1/projects", status: 200, readOnly: true, idempotent: false },
  /** Create a project */
  createProject: { method: "POST", path: "/v1/projects", status: 201, readOnly: false, idempotent: true },
  /** Retrieve a project */
  getProject: { method: "GET", path: "/v1/projects/{id}", status: 200, readOnly: true, idempotent: false },
  /** Update a project */
  updateProject: { method: "PATCH", path: "/v1/projects/{id}", status: 200, readOnly: false, idempotent: false },
  /** Delete a project */
  deleteProject: { method: "DELETE", path: "/v1/projects/{id}", status: 204, readOnly: false, idempotent: false },
  /** Add a roof */
  createRoof: { method: "POST", path: "/v1/projects/{id}/roofs", status: 201, readOnly: false, idempotent: true },
  /** Update a roof */
  updateRoof: { method: "PATCH", path: "/v1/projects/{id}/roofs/{roofId}", status: 200, readOnly: false, idempotent: false },
  /** Delete a roof */
  deleteRoof: { method: "DELETE", path: "/v1/projects/{id}/roofs/{roofId}", status: 204, readOnly: false, idempotent: false },
  /** List manufacturers */
  listManufacturers: { method: "GET", path: "/v1/manufacturers", status: 200, readOnly: true, idempotent: false },
  /** Create a manufacturer */
  createManufacturer: { method: "POST", path: "/v1/manufacturers", status: 201, readOnly: false, idempotent: true },
  /** Retrieve a manufacturer */
  getManufacturer: { method: "GET", path: "/v1/manufacturers/{id}", status: 200, readOnly: true, idempotent: false },
  /** Update a manufacturer */
  updateManufacturer: { method: "PATCH", path: "/v1/manufacturers/{id}", status: 200, readOnly: false, idempotent: false },
  /** Delete a manufacturer */
  deleteManufacturer: { method: "DELETE", path: "/v1/manufacturers/{id}", status: 204, readOnly: false, idempotent: false },
  /** List PV modules */
  listPvModules: { method: "GET", path: "/v1/pv-modules", status: 200, readOnly: true, idempotent: false },
  /** Create a PV module */
  createPvModule: { method: "POST", path: "/v1/pv-modules", status: 201, readOnly: false, idempotent: true },
  /** Retrieve a PV module */
  getPvModule: { method: "GET", path: "/v1/pv-modules/{id}", status: 200, readOnly: true, idempotent: false },
  /** Update a PV module */
  updatePvModule: { method: "PATCH", path: "/v1/pv-modules/{id}", status: 200, readOnly: false, idempotent: false },
  /** Delete a PV module */
  deletePvModule: { method: "DELETE", path: "/v1/pv-modules/{id}", status: 204, readOnly: false, idempotent: false },
  /** List batteries */
  listBatteries: { method: "GET", path: "/v1/batteries", status: 200, readOnly: true, idempotent: false },
  /** Create a battery */
  createBattery: { method: "POST", path: "/v1/batteries", status: 201, readOnly: false, idempotent: true },
  /** Retrieve a battery */
  getBattery: { method: "GET", path: "/v1/batteries/{id}", status: 200, readOnly: true, idempotent: false },
  /** Update a battery */
  updateBattery: { method: "PATCH", path: "/v1/batteries/{id}", status: 200, readOnly: false, idempotent: false },
  /** Delete a battery */
  deleteBattery: { method: "DELETE", path: "/v1/batteries/{id}", status: 204, readOnly: false, idempotent: false },
  /** List inverters */
  listInverters: { method: "GET", path: "/v1/inverters", status: 200, readOnly: true, idempotent: false },
  /** Create an inverter */
  createInverter: { method: "POST", path: "/v1/inverters", status: 201, readOnly: false, idempotent: true },
  /** Retrieve an inverter */
  getInverter: { method: "GET", path: "/v1/inverters/{id}", status: 200, readOnly: true, idempotent: false },
  /** Update an inverter */
  updateInverter: { method: "PATCH", path: "/v1/inverters/{id}", status: 200, readOnly: false, idempotent: false },
  /** Delete an inverter */
  deleteInverter: { method: "DELETE", path: "/v1/inverters/{id}", status: 204, readOnly: false, idempotent: false },
  /** List wallboxes */
  listWallboxes: { method: "GET", path: "/v1/wallboxes", status: 200, readOnly: true, idempotent: false },
  /** Create a wallbox */
  createWallbox: { method: "POST", path: "/v1/wallboxes", status: 201, readOnly: false, idempotent: true },
  /** Retrieve a wallbox */
  getWallbox: { method: "GET", path: "/v1/wallboxes/{id}", status: 200, readOnly: true, idempotent: false },
  /** Update a wallbox */
  updateWallbox: { method: "PATCH", path: "/v1/wallboxes/{id}", status: 200, readOnly: false, idempotent: false },
  /** Delete a wallbox */
  deleteWallbox: { method: "DELETE", path: "/v1/wallboxes/{id}", status: 204, readOnly: false, idempotent: false },
  /** List equipment */
  listEquipment: { method: "GET", path: "/v1/equipment", status: 200, readOnly: true, idempotent: false },
  /** Create equipment */
  createEquipment: { method: "POST", path: "/v1/equipment", status: 201, readOnly: false, idempotent: true },
  /** Retrieve equipment */
  getEquipment: { method: "GET", path: "/v1/equipment/{id}", status: 200, readOnly: true, idempotent: false },
  /** Update equipment */
  updateEquipment: { method: "PATCH", path: "/v1/equipment/{id}", status: 200, readOnly: false, idempotent: false },
  /** Delete equipment */
  deleteEquipment: { method: "DELETE", path: "/v1/equipment/{id}", status: 204, readOnly: false, idempotent: false },
  /** List misc materials */
  listMiscMaterials: { method: "GET", path: "/v1/misc-materials", status: 200, readOnly: true, idempotent: false },
  /** Create a misc material */
  createMiscMaterial: { method: "POST", path: "/v1/misc-materials", status: 201, readOnly: false, idempotent: true },
  /** Retrieve a misc material */
  getMiscMaterial: { method: "GET", path: "/v1/misc-materials/{id}", status: 200, readOnly: true, idempotent: false },
  /** Update a misc material */
  updateMiscMaterial: { method: "PATCH", path: "/v1/misc-materials/{id}", status: 200, readOnly: false, idempotent: false },
  /** Delete a misc material */
  deleteMiscMaterial: { method: "DELETE", path: "/v1/misc-materials/{id}", status: 204, readOnly: false, idempotent: false },
  /** List mounting systems */
  listSubconstructions: { method: "GET", path: "/v1/subconstructions", status: 200, readOnly: true, idempotent: false },
  /** Create a mounting system */
  createSubconstruction: { method: "POST", path: "/v1/subconstructions", status: 201, readOnly: false, idempotent: true },
  /** Retrieve a mounting system */
  getSubconstruction: { method: "GET", path: "/v1/subconstructions/{id}", status: 200, readOnly: true, idempotent: false },
  /** Update a mounting system */
  updateSubconstruction: { method: "PATCH", path: "/v1/subconstructions/{id}", status: 200, readOnly: false, idempotent: false },
  /** Delete a mounting system */
  deleteSubconstruction: { method: "DELETE", path: "/v1/subconstructions/{id}", status: 204, readOnly: false, idempotent: false },
  /** List emergency power products */
  listEmergencyPower: { method: "GET", path: "/v1/emergency-power", status: 200, readOnly: true, idempotent: false },
  /** Create an emergency power product */
  createEmergencyPower: { method: "POST", path: "/v1/emergency-power", status: 201, readOnly: false, idempotent: true },
  /** Retrieve an emergency power product */
  getEmergencyPower: { method: "GET", path: "/v1/emergency-power/{id}", status: 200, readOnly: true, idempotent: false },
  /** Update an emergency power product */
  updateEmergencyPower: { method: "PATCH", path: "/v1/emergency-power/{id}", status: 200, readOnly: false, idempotent: false },
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
  /** Retrieve a service */
  getService: { method: "GET", path: "/v1/services/{id}", status: 200, readOnly: true, idempotent: false },
  /** Update a service */
  updateService: { method: "PATCH", path: "/v1/services/{id}", status: 200, readOnly: false, idempotent: false },
  /** Delete a service */
  deleteService: { method: "DELETE", path: "/v1/services/{id}", status: 204, readOnly: false, idempotent: false },
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
