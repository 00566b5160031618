/** The required fields of a product of kind `pv_module`. */
export const moduleData = {
  power: 440,
  vmpp: 33.12,
  impp: 13.29,
  voc: 39.62,
  isc: 14.02,
  tempCoefficientVoc: -0.25,
  tempCoefficientPmpp: -0.29,
  length: 1762,
  width: 1134,
  maxSystemVoltage: 1500,
};
