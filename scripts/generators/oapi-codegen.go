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

func check[T any](response T, err error) T {
	require(err == nil, err)
	return response
}

func main() {
	ctx := context.Background()
	authorize := client.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv("PV_KEY"))
		return nil
	})
	api := check(client.NewClientWithResponses(os.Getenv("PV_URL"), authorize))

	lastName := "Schneider"
	created := check(api.CreateCustomerWithResponse(ctx, nil, client.CustomerCreate{LastName: &lastName}))
	require(created.JSON201 != nil, string(created.Body))
	id := created.JSON201.Id
	customer := check(api.GetCustomerWithResponse(ctx, id, nil))
	require(customer.JSON200 != nil && *customer.JSON200.LastName == lastName, string(customer.Body))
	ids := client.Ids{id, "0"}
	customers := check(api.ListCustomersWithResponse(ctx, &client.ListCustomersParams{Ids: &ids}))
	require(customers.JSON200 != nil && len(customers.JSON200.Data) == 1, string(customers.Body))

	manufacturers := check(api.ListManufacturersWithResponse(ctx, nil))
	require(manufacturers.JSON200 != nil, string(manufacturers.Body))
	chemistry := client.BatteryChemistryLFP
	made := check(api.CreateBatteryWithResponse(ctx, nil, client.BatteryCreate{
		Name:           "Store 10",
		ManufacturerId: manufacturers.JSON200.Data[0].Id,
		UsableCapacity: 9.6,
		Chemistry:      &chemistry,
	}))
	require(made.JSON201 != nil, string(made.Body))
	battery := check(api.GetBatteryWithResponse(ctx, made.JSON201.Id, nil))
	require(battery.JSON200 != nil && *battery.JSON200.Chemistry == client.BatteryChemistryLFP, string(battery.Body))
	require(battery.JSON200.Coupling == nil, string(battery.Body))
	ids = client.Ids{made.JSON201.Id, "0"}
	batteries := check(api.ListBatteriesWithResponse(ctx, &client.ListBatteriesParams{Ids: &ids}))
	require(batteries.JSON200 != nil && len(batteries.JSON200.Data) == 1, string(batteries.Body))
}
