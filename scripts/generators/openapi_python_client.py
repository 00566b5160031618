import os

from client import AuthenticatedClient
from client.api.batteries import create_battery, get_battery, list_batteries
from client.api.customers import create_customer, get_customer, list_customers
from client.api.manufacturers import list_manufacturers
from client.models import Battery, BatteryChemistry, BatteryCreate, BatteryList
from client.models import Customer, CustomerCreate, CustomerList, ManufacturerList

api = AuthenticatedClient(os.environ["PV_URL"], os.environ["PV_KEY"], raise_on_unexpected_status=True)

created = create_customer.sync(client=api, body=CustomerCreate(last_name="Schneider"))
assert isinstance(created, Customer), created
customer = get_customer.sync(created.id, client=api)
assert isinstance(customer, Customer) and customer.last_name == "Schneider", customer
customers = list_customers.sync(client=api, ids=[created.id, "0"])
assert isinstance(customers, CustomerList) and customers.data == [customer], customers

manufacturers = list_manufacturers.sync(client=api)
assert isinstance(manufacturers, ManufacturerList), manufacturers
made = create_battery.sync(
    client=api,
    body=BatteryCreate(
        name="Store 10",
        manufacturer_id=manufacturers.data[0].id,
        usable_capacity=9.6,
        chemistry=BatteryChemistry.LFP,
    ),
)
assert isinstance(made, Battery), made
battery = get_battery.sync(made.id, client=api)
assert isinstance(battery, Battery) and battery.chemistry == BatteryChemistry.LFP, battery
assert battery.coupling is None, battery
batteries = list_batteries.sync(client=api, ids=[made.id, "0"])
assert isinstance(batteries, BatteryList) and batteries.data == [battery], batteries
