// The service's statements, hand-written, with camelCase aliases so that rows can be sent unchanged.

const customer = `customer.id, customer.customer_number as "customerNumber", customer.type, customer.salutation,
  customer.title, customer.first_name as "firstName", customer.last_name as "lastName",
  customer.company_name as "companyName", customer.email, customer.phone, customer.mobile, customer.address,
  customer.billing_address as "billingAddress", customer.vat_id as "vatId", customer.tax_number as "taxNumber",
  customer.date_of_birth as "dateOfBirth", customer.register_court as "registerCourt",
  customer.register_number as "registerNumber", customer.lead_source as "leadSource",
  customer.privacy_consent_at as "privacyConsentAt", customer.marketing_consent as "marketingConsent",
  customer.marketing_consent_at as "marketingConsentAt", customer.language, customer.site_id as "siteId",
  customer.planner_id as "plannerId", customer.external_id as "externalId", customer.notes, customer.tags,
  customer.created_at as "createdAt", customer.updated_at as "updatedAt",
  (select count(*)::integer from project
    where project.company_id = $1 and project.customer_id = customer.id) as "projectCount"`;

export const readCustomer = {
  name: 'read',
  text: `select ${customer} from customer where customer.company_id = $1 and customer.id = $2`,
};

export const listCustomers = {
  name: 'list',
  text: `select * from (select count(*)::integer as total from customer where company_id = $1) as counted
    left join (
      select ${customer} from customer where customer.company_id = $1
      order by customer.created_at desc, customer.id desc limit $2 offset $3
    ) as item on true
    order by item."createdAt" desc, item.id desc`,
};

export const insertCustomer = {
  name: 'insert',
  text: `insert into customer (company_id, type, salutation, first_name, last_name, email, phone, address, language, tags)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning ${customer}`,
};

export const lockCustomer = {
  name: 'lock',
  text: 'select id from customer where company_id = $1 and id = $2 for no key update',
};

export const updateCustomer = {
  name: 'update',
  text: `update customer set phone = $3, updated_at = greatest(clock_timestamp(), updated_at + interval '1 millisecond')
    where company_id = $1 and id = $2
    returning ${customer}`,
};

export const recordEvent = {
  name: 'event',
  text: `with event as (
      insert into webhook_event (company_id, id, type, created_at, body) values ($1, $2, $3, $4::timestamptz, $5)
      returning company_id, id, type, created_at
    )
    insert into webhook_delivery (company_id, endpoint_id, event_id, event_type, event_created_at, due_at)
    select event.company_id, endpoint.id, event.id, event.type, event.created_at, event.created_at
    from event join webhook_endpoint as endpoint on endpoint.company_id = event.company_id
    where endpoint.company_id = $1::bigint and endpoint.state <> 'deleted'
      and endpoint.event_types && array['*', event.type]`,
};
