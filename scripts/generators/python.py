import os

from openapi_client import ApiClient, BatteriesApi, Configuration, CustomersApi, ManufacturersApi
from openapi_client.models import BatteryChemistry, BatteryCreate, CustomerCreate

client = ApiClient(Configuration(host=os.environ["PV_URL"], access_token=os.environ["PV_KEY"]))
customers = CustomersApi(client)
batteries = BatteriesApi(client)

created = customers.create_customer(CustomerCreate(last_name="Schneider"))
customer = customers.get_customer(created.id)
assert customer.last_name == "Schneider", customer
assert customers.list_customers(ids=[created.id, "0"]).data == [customer]

manufacturer = ManufacturersApi(client).list_manufacturers().data[0]
made = batteries.create_battery(
    BatteryCreate(
        name="Store 10",
        manufacturer_id=manufacturer.id,
        usable_capacity=9.6,
        chemistry=BatteryChemistry.LFP,
    )
)
battery = batteries.get_battery(made.id)
assert battery.chemistry == BatteryChemistry.LFP and battery.coupling is None, battery
assert batteries.list_batteries(ids=[made.id, "0"]).data == [battery]
