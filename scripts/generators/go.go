package main

import (
	"context"
	"fmt"
	"net/http"
	"os"

	"pv/client"
)

func require(holds bool, got any) {
	if !holds {
		panic(fmt.Sprintf("%+v", got))
	}
}

func check[T any](result T, _ *http.Response, err error) T {
	require(err == nil, err)
	return result
}

func main() {
	configuration := client.NewConfiguration()
	configuration.Servers = client.ServerConfigurations{{URL: os.Getenv("PV_URL")}}
	api := client.NewAPIClient(configuration)
	ctx := context.WithValue(context.Background(), client.ContextAccessToken, os.Getenv("PV_KEY"))

	newCustomer := client.NewCustomerCreate()
	newCustomer.SetLastName("Schneider")
	created := check(api.CustomersAPI.CreateCustomer(ctx).CustomerCreate(*newCustomer).Execute())
	customer := check(api.CustomersAPI.GetCustomer(ctx, created.Id).Execute())
	require(customer.GetLastName() == "Schneider", customer)
	customers := check(api.CustomersAPI.ListCustomers(ctx).Ids([]string{created.Id, "0"}).Execute())
	require(len(customers.Data) == 1 && customers.Data[0].Id == created.Id, customers)

	manufacturers := check(api.ManufacturersAPI.ListManufacturers(ctx).Execute())
	newBattery := client.NewBatteryCreate("Store 10", manufacturers.Data[0].Id, 9.6)
	newBattery.SetChemistry(client.BATTERYCHEMISTRY_LFP)
	made := check(api.BatteriesAPI.CreateBattery(ctx).BatteryCreate(*newBattery).Execute())
	battery := check(api.BatteriesAPI.GetBattery(ctx, made.Id).Execute())
	require(battery.GetChemistry() == client.BATTERYCHEMISTRY_LFP && !battery.Coupling.IsSet() || battery.Coupling.Get() == nil, battery)
	batteries := check(api.BatteriesAPI.ListBatteries(ctx).Ids([]string{made.Id, "0"}).Execute())
	require(len(batteries.Data) == 1 && batteries.Data[0].Id == made.Id, batteries)
}
